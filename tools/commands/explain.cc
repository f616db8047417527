#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <descry/distance/bag_distance.h>
#include <descry/inspection/explanation.h>
#include <descry/reading/open_index.h>
#include <descry/texts/text_finder.h>

#include "engine/keys/collapse_key.h"
#include "engine/keys/field_values.h"
#include "plugin/documents/fields_of.h"
#include "tools/arguments/database.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/inputs.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"
#include "tools/output/word_differences.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

struct ExplainArguments {
    FilesAsIndex files;
    std::string db;
    std::string a;
    std::string b;
    std::size_t differences = 10;
    OutputFormat format = OutputFormat::TEXT;
};

// The rule that decided, for scripts and for people, and what would change it.
struct DecisionText {
    const char* name;
    const char* reason;
    std::string advice;
};

DecisionText text_of(GroupDecision decision) {
    switch (decision) {
        case GroupDecision::UNDECIDED:
            break;
        case GroupDecision::SAME_GROUP:
            return {"same group", "both are near enough to the group's head",
                    "To split this group, rebuild with a smaller --distance"};
        case GroupDecision::OUTDATED_GROUP:
            return {"outdated group",
                    "they are in one group, but one is too far from its head: its words changed "
                    "since, or were mistaken for others",
                    "To form the groups again, run descry rebuild"};
        case GroupDecision::STALE:
            return {"stale", "one of them has no values of the current model",
                    "To update the index, run descry annotate"};
        case GroupDecision::EMPTY:
            return {"empty", "one of them has no words", "Nothing: an empty text matches no other"};
        case GroupDecision::TOO_SHORT:
            return {"too short",
                    "one has too few words; short documents are grouped only when equal",
                    "Nothing: the texts are too short to compare"};
        case GroupDecision::NO_SHARED_BAND:
            return {"no shared band", "they share no key, so they were never compared",
                    "For 12 keys instead of 8, rebuild with --rich; a rebuild also learns words "
                    "added since the model was made"};
        case GroupDecision::TOO_FAR:
            return {"too far", "their distance is above the limit",
                    "To group them, rebuild with a larger --distance"};
        case GroupDecision::FAR_BY_WORDS:
            return {"far by words",
                    "they are near as texts, but so many whole words differ that grouping does not "
                    "compare their texts",
                    "To compare more texts, rebuild with a larger --distance"};
        case GroupDecision::OTHER_ORDER:
            return {"other order", "their words are near, but in another order",
                    "To group them, rebuild with --any-order"};
        case GroupDecision::OTHER_FIELDS:
            return {"other fields",
                    "they differ in a field by which the model keeps documents apart",
                    "To group them, rebuild with --keep-apart nothing"};
        case GroupDecision::OTHER_NUMBERS:
            return {"other numbers",
                    "they are near, but their numbers differ, and the model keeps such documents "
                    "apart",
                    "To group them, rebuild with --keep-apart nothing"};
        case GroupDecision::OTHER_HEADS:
            return {"other heads",
                    "they are near each other, but members are compared only with heads, and each "
                    "is near another head (or is one)",
                    "For larger groups, rebuild with a larger --distance; a rebuild also corrects "
                    "groups that grew document by document"};
    }
    return {"", "", ""};
}

// Whether text or positions of both tell the order of their words.
bool is_order_known(const Explanation& e) {
    return e.verified != WordSource::NONE || e.inside.has_value();
}

// A field by whose values they could be kept apart; empty where there is none.
std::string field_that_differs(const Xapian::Database& db, const Explanation& e) {
    const auto fields_of = [&db](Xapian::docid did) {
        return fields_of_data(db.get_document(did).get_data());
    };
    const auto differences = differing_fields(fields_of(e.a.did), fields_of(e.b.did));
    return differences.empty() ? std::string() : differences.front().name;
}

// What would part documents of one group that are the same: no distance does.
DecisionText decision_of(const OpenIndex& index, const Explanation& e) {
    DecisionText text = text_of(e.decision);
    if ((e.decision == GroupDecision::TOO_FAR && e.distance > MAX_DISTANCE) ||
        (e.decision == GroupDecision::FAR_BY_WORDS && e.limit >= MAX_DISTANCE)) {
        text.advice = fmt::format("Nothing: no distance groups them; the largest is {}",
                                  share_of(MAX_DISTANCE));
        return text;
    }
    if (e.decision == GroupDecision::SAME_GROUP && e.same_content_hash) {
        const std::string field = field_that_differs(index.db, e);
        if (!field.empty()) {
            text.advice =
                fmt::format("To split them, rebuild with --keep-apart {}; no distance does",
                            as_argument(one_line(field, 40)));
            return text;
        }
        text.advice =
            is_order_known(e)
                ? "Nothing: no option splits documents of the same words in the same order"
                : "Nothing: no option splits documents of the same words if the index stores "
                  "neither texts nor positions";
    }
    return text;
}

Json document_json(const OpenIndex& index, const ExplainedDocument& document) {
    Json out = {{"docid", document.did},
                {"id", index.id_of(document.did)},
                {"body_length", document.body_length},
                {"ones", document.ones},
                {"key", document.group_key},
                {"head", nullptr},
                {"similarity_to_head", nullptr}};
    if (document.head != 0) {
        out["head"] = index.id_of(document.head);
        out["similarity_to_head"] = rounded(similarity(document.distance_to_head));
    }
    return out;
}

// Measured, or what stands behind the bag distance.
ExpectedDistance edit_distance_of(const Explanation& e) {
    if (e.verified == WordSource::NONE) return expected_edit_distance(e.distance);
    const double most = share_of(e.distance);
    return {share_of(e.least_distance), most, most};
}

// What is known of the words and their order.
const char* words_of(const Explanation& e, TextLikeness likeness) {
    if (likeness == TextLikeness::EQUAL) return "the same; the texts are equal";
    if (likeness == TextLikeness::SAME_WORDS) return "same words; the texts differ";
    if (e.same_content_hash)
        return is_order_known(e) ? "the same" : "the same, in an order that is not known";
    if (e.order_differs) return "near, in another order";
    return "not the same";
}

// Nothing where the texts are not known.
std::optional<bool> equal_texts_of(const WordDifferences& differences) {
    if (differences.likeness == TextLikeness::OTHER_WORDS && differences.ranges == 0)
        return std::nullopt;
    return differences.likeness == TextLikeness::EQUAL;
}

bool is_one_group(GroupDecision decision) {
    return decision == GroupDecision::SAME_GROUP || decision == GroupDecision::OUTDATED_GROUP;
}

Json to_json(const OpenIndex& index, const Explanation& e, const WordDifferences& differences) {
    const ExpectedDistance expected = edit_distance_of(e);
    const DecisionText decision = decision_of(index, e);
    const std::optional<bool> equal = equal_texts_of(differences);
    Json words = Json::array();
    for (const DifferingWord& word : e.differing_words) {
        words.push_back({{"term", word.term},
                         {"threshold", word.threshold},
                         {"frequency_a", word.frequency_in_a},
                         {"frequency_b", word.frequency_in_b}});
    }
    return {{"a", document_json(index, e.a)},
            {"b", document_json(index, e.b)},
            {"same_group", is_one_group(e.decision)},
            {"decision", decision.name},
            {"reason", decision.reason},
            {"advice", decision.advice},
            {"similarity", rounded(similarity(e.distance))},
            {"limit", rounded(similarity(e.limit))},
            {"verified", name_of(e.verified)},
            {"bag_similarity", rounded(similarity(e.bag_distance))},
            {"expected_edit_distance",
             {{"low", rounded(expected.low)},
              {"median", rounded(expected.median)},
              {"high", rounded(expected.high)}}},
            {"same_words", e.same_content_hash},
            {"equal_texts", equal ? Json(*equal) : Json()},
            {"order_differs", e.order_differs},
            {"numbers_differ", e.numbers_differ},
            {"fields_differ", e.fields_differ},
            {"a_in_b", e.inside ? Json(rounded(share_of(e.inside->of_a))) : Json()},
            {"b_in_a", e.inside ? Json(rounded(share_of(e.inside->of_b))) : Json()},
            {"shared_term_bands", e.shared_term_bands},
            {"shared_descriptive_bands", e.shared_one_bands},
            {"same_descriptive", e.same_descriptive},
            {"same_descriptive_stable", e.same_descriptive_stable},
            {"differing_words", std::move(words)},
            {"differences", json_of(differences)}};
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

// Said of documents that are far apart for their lengths alone.
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
    fmt::print("\n{}: {}.\n", is_one_group(e.decision) ? "One group" : "Not one group",
               decision.reason);
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
        print_object(to_json(index, explanation, differences), arguments.format);
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
