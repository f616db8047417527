#include "tools/output/model_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

void print_text(const StoredModel& stored) {
    const ModelParameters& p = stored.model.parameters();
    fmt::print(
        "model      {}\ncreated    {}\nmade from  {}, {}; flip rates {}\nanalyzer   {}\n",
        stored.model.id(), stored.created, counted(p.documents, "document"),
        counted(p.occurrences, "word"),
        p.learned_pairs == 0 ? "modelled" : "learned from " + counted(p.learned_pairs, "pair"),
        p.analyzer.empty() ? "(another program's)" : p.analyzer);
    fmt::print("bands      {}, drawn from {}\n", p.bands,
               counted(stored.model.stable_terms().size(), "stable term"));
    fmt::print("groups     distance up to {} from the head, {}; order {}{}{}{}\n",
               share_of(p.grouping.distance),
               p.grouping.near == 0
                   ? "in one level"
                   : fmt::format("those up to {} first", share_of(p.grouping.near)),
               p.group_order, p.any_order ? ", words in any order" : "",
               p.keep_apart.is_nothing() ? "" : ", kept apart by " + p.keep_apart.names(),
               std::string(p.character_rows != 0 ? ", also matched by characters" : "") +
                   (p.contained == 0 ? std::string()
                                     : fmt::format(", {} of a member's word triples in its head",
                                                   share_of(p.contained))));
    fmt::print(
        "words      {}, the most stable first: threshold as share of a document's words, "
        "flips per document above, bits\n\n",
        stored.model.words().size());
    std::vector<const ModelWord*> words;
    for (const ModelWord& word : stored.model.words())
        words.push_back(&word);
    std::ranges::stable_sort(words, {}, &ModelWord::flip_rate);
    for (const ModelWord* word : words) {
        fmt::print("{:<30} {:.6f}  {:.4f}  {:5.2f}\n", one_line(word->term, 60),
                   threshold_share(word->threshold), word->flip_rate.value(),
                   word->information.value());
    }
}

void print_tsv(const Model& model) {
    for (const ModelWord& word : model.words()) {
        fmt::print("{}\t{:.9f}\t{:.7f}\t{:.7f}\n", tsv_field(word.term),
                   threshold_share(word.threshold), word.flip_rate.value(),
                   word.information.value());
    }
}

void print_json(const StoredModel& stored) {
    const ModelParameters& p = stored.model.parameters();
    Json words = Json::array();
    for (const ModelWord& word : stored.model.words()) {
        words.push_back({{"term", word.term},
                         {"threshold", threshold_share(word.threshold)},
                         {"flip_rate", word.flip_rate.value()},
                         {"bits", word.information.value()}});
    }
    Json out = {{"id", stored.model.id()},
                {"created", stored.created},
                {"analyzer", p.analyzer},
                {"term_prefix", p.term_prefix},
                {"documents", p.documents},
                {"occurrences", p.occurrences},
                {"min_body_length", p.min_body_length},
                {"learned_pairs", p.learned_pairs},
                {"bands", p.bands},
                {"stable_terms", stored.model.stable_terms().size()},
                {"character_rows", p.character_rows}};
    out.update(grouping_json(p));
    out["words"] = std::move(words);
    fmt::print("{}\n", json_text(out));
}

using Json = nlohmann::ordered_json;

constexpr const char* CALIBRATION_KEY = "descry:calibration";

}  // namespace

nlohmann::ordered_json grouping_json(const ModelParameters& p) {
    return {{"distance", share_of(p.grouping.distance)},
            {"near", share_of(p.grouping.near)},
            {"group_order", p.group_order},
            {"any_order", p.any_order},
            {"keep_apart", p.keep_apart.is_nothing() ? Json() : Json(p.keep_apart.names())},
            {"contained", share_of(p.contained)}};
}

void print_model(const StoredModel& stored, OutputFormat format) {
    if (format == OutputFormat::JSON) return print_json(stored);
    if (format == OutputFormat::TSV) return print_tsv(stored.model);
    return print_text(stored);
}

void write_calibration(Xapian::WritableDatabase& db, const Json& calibration) {
    db.set_metadata(CALIBRATION_KEY, json_text(calibration));
}

std::optional<Json> read_calibration(const Xapian::Database& db) {
    const Json record = Json::parse(db.get_metadata(CALIBRATION_KEY), nullptr, false);
    if (!record.is_object()) return std::nullopt;
    return record;
}

}  // namespace descry
