#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <descry/texts/joined_words.h>

#include "commands/shared/commands.h"
#include "commands/shared/looked_at.h"
#include "output/difference_report.h"
#include "output/text.h"
#include "unique/decisions.h"

namespace descry {

namespace {

struct ReviewArguments {
    LookOptions look;
    std::string decisions;
    std::size_t differences = 10;
};

/// Keys of standard input: one by one at a terminal, which shows none of them meanwhile; else
/// characters, blanks and line ends passed over.
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

    // 'q' at the end of the input, or where it is interrupted.
    static char next() {
        char key = 0;
        do {
            if (::read(STDIN_FILENO, &key, 1) != 1) return 'q';
        } while (key == ' ' || key == '\n' || key == '\r' || key == '\t');
        return key;
    }

  private:
    termios before_{};
    bool is_terminal_;
};

// Those that are not equal, the least alike first. Attachments are no text.
std::vector<GoingDocument> doubtful(const LookedAt& found) {
    std::vector<GoingDocument> pairs;
    std::ranges::copy_if(found.going, std::back_inserter(pairs), [](const GoingDocument& pair) {
        return pair.distance > 0 || pair.has_other_attachments;
    });
    std::ranges::stable_sort(pairs, std::ranges::greater(), &GoingDocument::distance);
    return pairs;
}

class Review {
  public:
    Review(const ReviewArguments& arguments, const LookedAt& found)
        : arguments_(arguments), found_(found), pairs_(doubtful(found)) {
        if (std::filesystem::exists(arguments.decisions))
            decisions_ = Decisions::read(arguments.decisions);
        decided_before_ = decisions_.size();
    }

    // @return how many were looked at, now or before
    std::size_t run() {
        const Keys keys;
        std::size_t at = 0;
        while (at < pairs_.size()) {
            const ReportedText document = found_.show(pairs_[at].document);
            const ReportedText head = found_.show(pairs_[at].head);
            if (decisions_.of(document.id, head.id)) {
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
    std::size_t decided() const { return decisions_.size(); }
    std::size_t decided_before() const { return decided_before_; }

  private:
    void print(std::size_t at, const ReportedText& document, const ReportedText& head) {
        fmt::print("\n{} of {}: {:.1f}% alike\n  A stays  {}\n  B goes   {}\n", at + 1,
                   pairs_.size(), 100 * similarity(pairs_[at].distance), one_line(head.id, 200),
                   one_line(document.id, 200));
        WordDifferences differences =
            compare_words(canonical_text_of(analyzer_, head.text),
                          canonical_text_of(analyzer_, document.text), arguments_.differences);
        differences.source = WordSource::TEXT;
        print_differences(differences);
        for (const FieldDifference& field : differing_fields(head.fields, document.fields)) {
            fmt::print("  {}\n    A {}\n    B {}\n", one_line(field.name, 60),
                       one_line(field.a.value_or("-"), 200), one_line(field.b.value_or("-"), 200));
        }
    }

    // One of "kdsbq".
    static char ask() {
        fmt::print("\nk keep both, d drop B, s skip, b back, q quit: ");
        for (;;) {
            std::fflush(stdout);
            const char key = Keys::next();
            if (std::string_view("kdsbq").find(key) == std::string_view::npos) continue;
            fmt::print("{}\n", key);
            return key;
        }
    }

    void decide(std::size_t at, const std::string& id, const std::string& head, Decision decision) {
        seen_.push_back(at);
        decisions_.set(id, head, decision);
        decisions_.write(arguments_.decisions);
    }

    void take_back(std::size_t at) {
        decisions_.forget(found_.show(pairs_[at].document).id, found_.show(pairs_[at].head).id);
        decisions_.write(arguments_.decisions);
    }

    const ReviewArguments& arguments_;
    const LookedAt& found_;
    std::vector<GoingDocument> pairs_;
    Decisions decisions_;
    std::size_t decided_before_ = 0;
    std::vector<std::size_t> seen_;  // in this run, the last one last
    WordAnalyzer analyzer_{AnalyzerRecipe()};
};

int run_review(const ReviewArguments& arguments, Console& console) {
    return look_at(arguments.look, console, [&](const LookedAt& found) {
        Review review(arguments, found);
        if (review.decided_before() > 0) {
            console.note("{} decided before; the others follow",
                         counted(review.decided_before(), "pair"));
        }
        const std::size_t at = review.run();
        console.note(
            "{} decided of {} that are not equal, {} not looked at; next: --decisions {} "
            "of descry uniq or deduplicate",
            counted(review.decided(), "pair"), grouped_digits(review.pairs()),
            grouped_digits(review.pairs() - at), as_argument(arguments.decisions));
        return review.pairs() == 0 ? EXIT_NOTHING_FOUND : EXIT_DONE;
    });
}

}  // namespace

void add_review_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<ReviewArguments>();
    CLI::App& command =
        *app.add_subcommand("review", "asks of near-duplicates, one by one, what is to stay");
    arguments->look.add_to(command);
    CLI::Option* const decisions = add_option(command, "--decisions", arguments->decisions, "FILE",
                                              "what is decided, for --decisions of uniq and "
                                              "deduplicate; what it holds is not asked again");
    declare_output(command, decisions, FileUse::BESIDE, DECISION_FILE)->required();
    add_option(command, "--differences", arguments->differences, "N",
               "places where the words differ that are shown")
        ->check(CLI::Range(std::size_t{0}, MAX_COMPARED_WORDS));
    console.add_threads_option(command);
    console.add_verbose_option(command);
    command.footer("descry review harbour.jsonl --decisions decisions.tsv");
    finish_command(command, console, action,
                   [arguments, &console] { return run_review(*arguments, console); });
}

}  // namespace descry
