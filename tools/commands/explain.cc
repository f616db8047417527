#include <memory>

#include <fmt/ranges.h>

#include <descry/distance/bag_distance.h>
#include <descry/inspection/explanation.h>
#include <descry/reading/open_index.h>
#include <descry/texts/text_finder.h>

#include "engine/keys/collapse_key.h"
#include "tools/answers/explain_answer.h"
#include "tools/arguments/database.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/inputs.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"
#include "tools/output/word_differences.h"

namespace descry {

namespace {

struct ExplainArguments {
    FilesAsIndex files;
    std::string db;
    std::string a;
    std::string b;
    std::size_t differences = 10;
    OutputFormat format = OutputFormat::TEXT;
};

const char* words_of(const Explanation& e, TextLikeness likeness) {
    if (likeness == TextLikeness::EQUAL) return "the same; the texts are equal";
    if (likeness == TextLikeness::SAME_WORDS) return "same words; the texts differ";
    if (e.same_content_hash)
        return is_order_known(e) ? "the same" : "the same, in an order that is not known";
    if (e.order_differs) return "near, in another order";
    return "not the same";
}

void print_document(const char* name, const OpenIndex& index, const ExplainedDocument& document) {
    fmt::print("{}  {}: {}; ", name, one_line(index.id_of(document.did), 120),
               counted(document.body_length, "word"));
    if (document.head == 0) {
        fmt::print("in no group\n");
    } else if (document.head == document.did) {
        fmt::print("head of its group\n");
    } else {
        fmt::print("in the group of {}, {:.1f}% similar to it\n",
                   one_line(index.id_of(document.head), 120),
                   percent_alike(document.distance_to_head));
    }
}

std::string numbers(const std::vector<unsigned>& bands) {
    return bands.empty() ? "none" : fmt::format("{}", fmt::join(bands, ", "));
}

// Printed only for documents that are far apart because of their lengths.
void print_inside(const Explanation& e) {
    if (!e.inside || e.distance <= e.limit) return;
    const auto print = [](DistanceMillionths share, const char* inner, const char* outer) {
        if (share < FindOptions::DEFAULT_SHARE) return;
        fmt::print("inside                {:.1f}% of {} is in {}\n", 100 * share_of(share), inner,
                   outer);
    };
    print(e.inside->of_a, "A", "B");
    print(e.inside->of_b, "B", "A");
}

void print_text(const OpenIndex& index, const Explanation& e, const WordDifferences& differences) {
    const ExpectedDistance expected = edit_distance_of(e);
    const DecisionText decision = decision_of(index, e);
    print_document("A", index, e.a);
    print_document("B", index, e.b);
    const std::string_view outcome = e.a.did == e.b.did         ? "One document"
                                     : is_one_group(e.decision) ? "One group"
                                                                : "Not one group";
    fmt::print("\n{}: {}.\n", outcome, decision.reason);
    fmt::print("similarity            {:.1f}% (limit {:.1f}%)\n", percent_alike(e.distance),
               percent_alike(e.limit));
    if (!is_order_known(e) && e.same_content_hash) {
        fmt::print(
            "edit distance         unknown: the index does not store the order of their words\n");
    } else if (e.verified == WordSource::NONE) {
        fmt::print("edit distance         about {:.1f}%, in eight cases of ten {:.1f} to {:.1f}%\n",
                   100 * expected.median, 100 * expected.low, 100 * expected.high);
    } else if (e.least_distance < e.distance) {
        fmt::print("edit distance         {:.1f} to {:.1f}%, by {}\n", 100 * expected.low,
                   100 * expected.high, name_of(e.verified));
    } else {
        fmt::print("edit distance         {:.1f}%, by {}\n", 100 * expected.median,
                   name_of(e.verified));
    }
    fmt::print("words                 {}\n", words_of(e, differences.likeness));
    if (e.numbers_differ && e.distance <= e.limit)
        fmt::print("numbers               not the same\n");
    print_inside(e);
    fmt::print("shared term bands     {}\n", numbers(e.shared_term_bands));
    fmt::print("shared word bands     {}\n", numbers(e.shared_one_bands));
    fmt::print("descriptive           {}\n", e.same_descriptive ? "equal" : "not equal");
    fmt::print("descriptive-stable    {}\n", e.same_descriptive_stable ? "equal" : "not equal");
    if (!e.differing_words.empty()) {
        fmt::print("\n{:<24} {:>10} {:>10} {:>10}\n", "words on one side only", "threshold", "in A",
                   "in B");
        for (const DifferingWord& word : e.differing_words) {
            fmt::print("{:<24} {:>10.5f} {:>10.5f} {:>10.5f}\n", one_line(word.term, 24),
                       word.threshold, word.frequency_in_a, word.frequency_in_b);
        }
    }
    print_differences(differences);
    fmt::print("\n{}.\n", decision.advice);
}

int run_explain(const ExplainArguments& arguments, const OpenIndex& index) {
    const Model model = model_in_use(index);
    const Xapian::docid a = document_of_id(index, arguments.a);
    const Xapian::docid b = document_of_id(index, arguments.b);
    const Explanation explanation = explain(index.db, index.schema, model, a, b);
    const WordDifferences differences =
        compare_words(index.db, index.schema, a, b, arguments.differences);
    if (arguments.format == OutputFormat::TEXT) {
        print_text(index, explanation, differences);
    } else {
        print_object(json_of(index, explanation, differences), arguments.format);
    }
    return EXIT_DONE;
}

}  // namespace

void add_explain_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<ExplainArguments>();
    CLI::App& command = *app.add_subcommand(
        "explain", "Explain why two documents are or are not grouped; and how to change that");
    declare(command.add_option("DB", arguments->db, "Xapian index, or a file of documents"),
            FileUse::DATABASES)
        ->required();
    command.add_option("A", arguments->a, "Id of the first document, or #docid")
        ->type_name("ID")
        ->required();
    command.add_option("B", arguments->b, "Id of the second document, or #docid")
        ->type_name("ID")
        ->required();
    add_option(command, "--differences", arguments->differences, "N",
               "Number of differences to show")
        ->check(CLI::Range(std::size_t{0}, MAX_COMPARED_WORDS));
    add_format_option(command, arguments->format);
    command.footer("descry explain harbour.db log-03-22 log-03-22-copy");
    arguments->files.add_to(command);
    finish_command(command, console, action, [arguments, &console] {
        return read_index_or_files(
            {arguments->db}, arguments->files, console,
            [&](const OpenIndex& index) { return run_explain(*arguments, index); });
    });
}

}  // namespace descry
