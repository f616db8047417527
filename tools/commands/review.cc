#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <descry/analyzers/equal_texts.h>
#include <descry/mechanics/work.h>

#include "engine/texts/joined_words.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/inputs.h"
#include "tools/output/text.h"
#include "tools/output/word_differences.h"
#include "tools/unique/decisions.h"

namespace descry {

namespace {

struct ReviewArguments {
    ReviewInputs source;
    std::string decisions;
    bool replaces = false;
    std::size_t differences = 10;
};

/// Keys from standard input: single ones at a terminal; else all characters except whitespace.
class Keys {
  public:
    Keys() : is_terminal_(::isatty(STDIN_FILENO) == 1 && ::tcgetattr(STDIN_FILENO, &before_) == 0) {
        if (!is_terminal_) return;
        termios changed = before_;
        changed.c_lflag &= static_cast<tcflag_t>(~(ICANON | ECHO));
        ::tcsetattr(STDIN_FILENO, TCSADRAIN, &changed);
    }
    ~Keys() {
        if (is_terminal_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
    }
    Keys(const Keys&) = delete;
    Keys& operator=(const Keys&) = delete;

    // 'q' at the end of the input, Ctrl-D at a terminal. @exception Stopped by Ctrl-C
    static char next() {
        constexpr char END_OF_TRANSMISSION = 4;
        char key = 0;
        do {
            wait();
            if (::read(STDIN_FILENO, &key, 1) != 1) return 'q';
        } while (key == ' ' || key == '\n' || key == '\r' || key == '\t');
        return key == END_OF_TRANSMISSION ? 'q' : key;
    }

  private:
    // A signal ends the wait, not a read.
    static void wait() {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        while (::poll(&input, 1, -1) < 0 && errno == EINTR)
            check_stop();
    }

    termios before_{};
    bool is_terminal_;
};

// An older index may have grouped texts that differ only in punctuation.
bool is_equal(const ReviewSource& found, const DroppedDocument& pair) {
    if (pair.distance > 0 || pair.has_other_attachments || pair.relation != Relation::NEAR)
        return false;
    return !found.is_index ||
           equal_texts(found.show(pair.document).text, found.show(pair.kept).text);
}

// Unequal pairs, the least similar first. Attachments are not text.
std::vector<DroppedDocument> doubtful(const ReviewSource& found) {
    std::vector<DroppedDocument> pairs;
    std::ranges::copy_if(found.dropped, std::back_inserter(pairs),
                         [&](const DroppedDocument& pair) { return !is_equal(found, pair); });
    std::ranges::stable_sort(pairs, std::ranges::greater(), &DroppedDocument::distance);
    return pairs;
}

// The existing decisions in a file. @param replaces --force is given: it may be any file
Decisions decisions_before(const std::string& path, bool replaces, Console& console) {
    if (!std::filesystem::exists(path)) return {};
    try {
        return Decisions::read(path);
    } catch (const std::runtime_error& error) {
        if (!replaces) throw;
        console.note("{}; --force overwrites it with the first answer", error.what());
        return {};
    }
}

class Review {
  public:
    Review(const ReviewArguments& arguments, const ReviewSource& found, Decisions decisions)
        : arguments_(arguments),
          found_(found),
          pairs_(doubtful(found)),
          decisions_(std::move(decisions)) {}

    std::size_t run() {
        const Keys keys;
        std::size_t at = 0;
        while (at < pairs_.size()) {
            const ReportedText document = found_.show(pairs_[at].document);
            const ReportedText head = found_.show(pairs_[at].kept);
            if (decisions_.of(document.id, head.id)) {
                ++decided_;
                ++at;
                continue;
            }
            print(at, document, head);
            switch (ask()) {
                case 'k':
                    decide(at++, document.id, head.id, Decision::KEEP_BOTH);
                    break;
                case 'd':
                    decide(at++, document.id, head.id, Decision::DROP);
                    break;
                case 'w':
                    decide(at++, head.id, document.id, Decision::DROP);
                    break;
                case 's':
                    seen_.push_back(at++);
                    break;
                case 'b':
                    if (seen_.empty()) break;
                    at = seen_.back();
                    seen_.pop_back();
                    take_back(at);
                    break;
                default:
                    return at;
            }
        }
        return at;
    }

    std::size_t pairs() const { return pairs_.size(); }
    std::size_t decided() const { return decided_; }

  private:
    static const char* what_of(Relation relation) {
        if (relation == Relation::NEAR) return "similar";
        return relation == Relation::INSIDE ? "of B inside A" : "of A inside B";
    }

    void print(std::size_t at, const ReportedText& document, const ReportedText& head) {
        WordDifferences differences = compare_words(
            canonical_text_of(analyzer_, head.text), canonical_text_of(analyzer_, document.text),
            WrittenTexts{head.text, document.text}, arguments_.differences);
        const bool has_same_words = pairs_[at].relation == Relation::NEAR &&
                                    differences.likeness == TextLikeness::SAME_WORDS;
        const DistanceMillionths distance =
            has_same_words ? std::max(pairs_[at].distance, 1U) : pairs_[at].distance;
        fmt::print("\n{} of {}: {:.1f}% {}{}\n  A kept     {}\n  B dropped  {}\n", at + 1,
                   pairs_.size(), percent_alike(distance), what_of(pairs_[at].relation),
                   has_same_words ? ", same words" : "", one_line(head.id, 200),
                   one_line(document.id, 200));
        print_differences(differences);
        for (const FieldDifference& field : differing_fields(head.fields, document.fields)) {
            fmt::print("  {}\n    A {}\n    B {}\n", one_line(field.name, 60),
                       one_line(field.a.value_or("-"), 200), one_line(field.b.value_or("-"), 200));
        }
    }

    // One of "kdwsbq".
    static char ask() {
        fmt::print("\nk keep both, d drop B, w swap: keep B, drop A, s skip, b back, q quit: ");
        for (;;) {
            std::fflush(stdout);
            const char key = Keys::next();
            if (std::string_view("kdwsbq").find(key) == std::string_view::npos) continue;
            fmt::print("{}\n", key);
            return key;
        }
    }

    void decide(std::size_t at, const std::string& id, const std::string& head, Decision decision) {
        seen_.push_back(at);
        ++decided_;
        change([&](Decisions& all) { all.set(id, head, decision); });
    }

    // `descry serve` may change the file at the same time.
    void change(const std::function<void(Decisions&)>& change) {
        decisions_ = Decisions::change(arguments_.decisions, arguments_.replaces, change);
    }

    void take_back(std::size_t at) {
        const std::string document = found_.show(pairs_[at].document).id;
        const std::string head = found_.show(pairs_[at].kept).id;
        if (!decisions_.of(document, head)) return;
        --decided_;
        change([&](Decisions& all) { all.forget(document, head); });
    }

    const ReviewArguments& arguments_;
    const ReviewSource& found_;
    std::vector<DroppedDocument> pairs_;
    Decisions decisions_;
    std::size_t decided_ = 0;
    std::vector<std::size_t> seen_;  // in this run, in order
    WordAnalyzer analyzer_{AnalyzerRecipe()};
};

int run_review(const ReviewArguments& arguments, Console& console) {
    return review_inputs(arguments.source, console, [&](const ReviewSource& found) {
        Decisions before = decisions_before(arguments.decisions, arguments.replaces, console);
        if (before.size() > 0) {
            console.note("{} already holds {}; the other pairs follow", arguments.decisions,
                         counted(before.size(), "decision"));
        }
        Review review(arguments, found, std::move(before));
        const std::size_t at = review.run();
        const std::string next = review.decided() == 0
                                     ? std::string()
                                     : fmt::format("; apply with: descry {} --decisions {}",
                                                   found.is_index ? "deduplicate" : "uniq",
                                                   as_argument(arguments.decisions));
        console.note("{} of {} decided, {} left{}", grouped_digits(review.decided()),
                     counted(review.pairs(), "pair"), grouped_digits(review.pairs() - at), next);
        return review.pairs() == 0 ? EXIT_NOTHING_FOUND : EXIT_DONE;
    });
}

}  // namespace

void add_review_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<ReviewArguments>();
    CLI::App& command = *app.add_subcommand("review", "Ask, pair by pair, which documents to keep");
    arguments->source.add_to(command, console);
    CLI::Option* const decisions = add_option(
        command, "--decisions", arguments->decisions, "FILE",
        "Save decisions to FILE, for uniq and deduplicate; decided pairs are not asked again");
    declare_output(command, decisions, FileUse::GROWING, DECISION_FILE)->required();
    add_option(command, "--differences", arguments->differences, "N",
               "Number of differences to show")
        ->check(CLI::Range(std::size_t{0}, MAX_COMPARED_WORDS));
    console.add_threads_option(command);
    console.add_verbose_option(command);
    command.footer("descry review harbour.jsonl --decisions decisions.tsv");
    finish_command(command, console, action, [arguments, &command, &console] {
        arguments->replaces = may_replace(command);
        return run_review(*arguments, console);
    });
}

}  // namespace descry
