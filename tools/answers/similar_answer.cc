#include "tools/answers/similar_answer.h"

#include <utility>

#include <descry/documents/stored_data.h>
#include <descry/schema/document_id.h>

#include "engine/keys/field_values.h"
#include "plugin/documents/fields_of.h"
#include "tools/messages/printable.h"
#include "tools/output/text.h"
#include "tools/output/word_differences.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

std::string title_of(const Xapian::Document& document) {
    return printable(summary_of(document));
}

}  // namespace

std::vector<ShownSimilar> similar_to(const OpenIndex& index, const Model& model, Xapian::docid did,
                                     std::size_t start, std::size_t rows) {
    const auto similar = find_similar(index.db, index.schema, model, did, start + rows);
    std::vector<ShownSimilar> shown;
    for (std::size_t i = start; i < similar.size(); ++i) {
        const SimilarDocument& other = similar[i];
        const Xapian::Document document =
            index.db.get_document(other.did, Xapian::DOC_ASSUME_VALID);
        shown.push_back({other, index.id_of(other.did),
                         document.get_value(index.schema.slot(Slot::GROUP)), title_of(document)});
    }
    return shown;
}

std::vector<ShownInside> inside_of(const OpenIndex& index, Xapian::docid did,
                                   DistanceMillionths share, std::size_t start, std::size_t rows) {
    const auto inside =
        find_inside(index.db, index.schema, did, share, FindOptions().min_words, start + rows);
    std::vector<ShownInside> shown;
    for (std::size_t i = start; i < inside.size(); ++i) {
        const Xapian::docid other = inside[i].did;
        shown.push_back({inside[i], index.id_of(other),
                         title_of(index.db.get_document(other, Xapian::DOC_ASSUME_VALID))});
    }
    return shown;
}

nlohmann::ordered_json json_of(const ShownSimilar& document) {
    return {{"docid", document.found.did},
            {"id", document.id},
            {"similarity", rounded(similarity(document.found.distance))},
            {"key", document.key},
            {"near", document.found.near},
            {"order_differs", document.found.order_differs},
            {"title", document.title}};
}

nlohmann::ordered_json json_of(const ShownInside& document) {
    return {{"docid", document.found.did},
            {"id", document.id},
            {"asked", rounded(share_of(document.found.of_asked))},
            {"inside", rounded(share_of(document.found.of_other))},
            {"title", document.title}};
}

DocumentFinder::DocumentFinder(const OpenIndex& index, const TextFinder& finder, const Model& model,
                               const MemberNames& names)
    : schema_(index.schema),
      db_(index.open()),
      texts_(db_, schema_),
      apart_fields_(model.parameters().keep_apart.fields),
      reader_(finder) {
    if (!apart_fields_.empty()) builder_.emplace(schema_, BuildOptions{names, false});
}

nlohmann::ordered_json DocumentFinder::find(const InputDocument& document, FindOptions options,
                                            std::size_t differences) {
    // In stored form.
    if (builder_)
        options.apart = apart_value_of(fields_of_data(builder_->data_of(document)), apart_fields_);
    const FoundDocuments found = reader_.find(document.text, options);
    Json near = Json::array();
    for (const NearDocument& other : found.near) {
        near.push_back(named(other.document));
        near.back()["similarity"] = rounded(similarity(other.distance));
        if (differences > 0)
            near.back()["differences"] = differences_from(document, other.document, differences);
    }
    Json out = {{"id", document.id}, {"near", std::move(near)}};
    for (const auto& [name, list] :
         {std::pair("inside", &found.inside), std::pair("holds", &found.holds)}) {
        out[name] = Json::array();
        for (const InsideDocument& other : *list) {
            out[name].push_back(named(other.document));
            out[name].back()["share"] = rounded(share_of(other.share));
        }
    }
    return out;
}

bool DocumentFinder::is_any(const nlohmann::ordered_json& found) {
    return !(found["near"].empty() && found["inside"].empty() && found["holds"].empty());
}

nlohmann::ordered_json DocumentFinder::named(Xapian::docid did) const {
    return {{"docid", did}, {"id", document_id(db_, did, schema_.id_prefix)}};
}

nlohmann::ordered_json DocumentFinder::differences_from(const InputDocument& document,
                                                        Xapian::docid did,
                                                        std::size_t differences) {
    const auto text = texts_.read(did);
    if (!text) return nullptr;
    std::optional<WrittenTexts> written;
    const bool is_text = texts_.source() == WordSource::TEXT;
    const std::string stored = is_text ? texts_.read_as_written(did) : std::string();
    if (is_text) written = {document.text, stored};
    return json_of(compare_words(reader_.words(), *text, written, differences));
}

}  // namespace descry
