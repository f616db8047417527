#include "tools/answers/explain_answer.h"

#include <optional>

#include <fmt/format.h>

#include <descry/distance/bag_distance.h>
#include <descry/grouping/clustering_limits.h>

#include "engine/keys/field_values.h"
#include "plugin/documents/fields_of.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

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
            return {
                "other heads",
                "they are near each other, but members are compared only with heads: one joined "
                "another head, is one, or met more heads than are tried",
                "For larger groups, rebuild with a larger --distance; a rebuild also corrects "
                "groups that grew document by document"};
    }
    return {"", "", ""};
}

// A field by whose values they could be kept apart; empty if there is none.
std::string field_that_differs(const Xapian::Database& db, const Explanation& e) {
    const auto fields_of = [&db](Xapian::docid did) {
        return fields_of_data(db.get_document(did).get_data());
    };
    const auto differences = differing_fields(fields_of(e.a.did), fields_of(e.b.did));
    return differences.empty() ? std::string() : differences.front().name;
}

Json explained_json(const OpenIndex& index, const ExplainedDocument& document) {
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

std::optional<bool> equal_texts_of(const WordDifferences& differences) {
    if (differences.likeness == TextLikeness::OTHER_WORDS && differences.ranges == 0)
        return std::nullopt;
    return differences.likeness == TextLikeness::EQUAL;
}

}  // namespace

bool is_order_known(const Explanation& e) {
    return e.verified != WordSource::NONE || e.inside.has_value();
}

// Options that would separate equal documents of one group; no distance does.
DecisionText decision_of(const OpenIndex& index, const Explanation& e) {
    if (e.a.did == e.b.did) {
        return {"same document", "both ids are of one document",
                "Nothing: a document is not compared with itself"};
    }
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

ExpectedDistance edit_distance_of(const Explanation& e) {
    if (e.verified == WordSource::NONE) return expected_edit_distance(e.distance);
    const double most = share_of(e.distance);
    return {share_of(e.least_distance), most, most};
}

bool is_one_group(GroupDecision decision) {
    return decision == GroupDecision::SAME_GROUP || decision == GroupDecision::OUTDATED_GROUP;
}

nlohmann::ordered_json json_of(const OpenIndex& index, const Explanation& e,
                               const WordDifferences& differences) {
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
    return {{"a", explained_json(index, e.a)},
            {"b", explained_json(index, e.b)},
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

}  // namespace descry
