/** @file similar_answer.h
 *  @brief Documents similar to a document or a text, for the command and the service.
 */
#ifndef DESCRY_TOOLS_ANSWERS_SIMILAR_ANSWER_H
#define DESCRY_TOOLS_ANSWERS_SIMILAR_ANSWER_H

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <descry/inspection/inside.h>
#include <descry/inspection/similar.h>
#include <descry/model/model.h>
#include <descry/reading/open_index.h>
#include <descry/reading/text_reader.h>
#include <descry/texts/input_document.h>
#include <descry/texts/text_finder.h>

#include "plugin/documents/document_builder.h"

namespace descry {

struct ShownSimilar {
    SimilarDocument found;
    std::string id;
    std::string key;
    std::string title;
};

struct ShownInside {
    DocumentInside found;
    std::string id;
    std::string title;
};

/// find_similar(): at most @a rows results after skipping @a start.
std::vector<ShownSimilar> similar_to(const OpenIndex& index, const Model& model, Xapian::docid did,
                                     std::size_t start, std::size_t rows);

/// find_inside() with FindOptions::min_words, paged the same way.
std::vector<ShownInside> inside_of(const OpenIndex& index, Xapian::docid did,
                                   DistanceMillionths share, std::size_t start, std::size_t rows);

nlohmann::ordered_json json_of(const ShownSimilar& document);
nlohmann::ordered_json json_of(const ShownInside& document);

/// Looks up documents outside the index; one per thread.
class DocumentFinder {
  public:
    /// @param finder of @a index, whose model is @a model. All outlive this object
    DocumentFinder(const OpenIndex& index, const TextFinder& finder, const Model& model,
                   const MemberNames& names);

    /// `{"id", "near", "inside", "holds"}`.
    /// @param options what to find; `apart` is set here
    /// @param differences ranges to show per near-duplicate
    nlohmann::ordered_json find(const InputDocument& document, FindOptions options,
                                std::size_t differences);

    static bool is_any(const nlohmann::ordered_json& found);

  private:
    nlohmann::ordered_json named(Xapian::docid did) const;
    nlohmann::ordered_json differences_from(const InputDocument& document, Xapian::docid did,
                                            std::size_t differences);

    const Schema& schema_;
    Xapian::Database db_;
    TextReader texts_;
    std::vector<std::string> apart_fields_;
    TextFinder::Reader reader_;
    std::optional<DocumentBuilder> builder_;  // if fields are compared
};

}  // namespace descry

#endif  // DESCRY_TOOLS_ANSWERS_SIMILAR_ANSWER_H
