/** @file document_answer.h
 *  @brief A stored document with its keys and group, for the command and the service.
 */
#ifndef DESCRY_TOOLS_ANSWERS_DOCUMENT_ANSWER_H
#define DESCRY_TOOLS_ANSWERS_DOCUMENT_ANSWER_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <descry/collection/collection_groups.h>
#include <descry/documents/stored_data.h>
#include <descry/reading/open_index.h>

namespace descry {

struct ShownDocument {
    Xapian::docid did = 0;
    std::string id;
    std::string title;
    std::uint64_t words = 0;
    std::string data;
    StoredData stored;
    /// Name and key of its signatures.
    std::vector<std::pair<std::string, std::string>> keys;
    std::optional<KeyedGroup> group;
    std::string head;
    DistanceMillionths distance_to_head = 0;
};

/// Cost: the document, and a walk over the groups' slot. @exception Xapian::DocNotFoundError
ShownDocument read_document(const OpenIndex& index, Xapian::docid did);

nlohmann::ordered_json json_of(const ShownDocument& document);

}  // namespace descry

#endif  // DESCRY_TOOLS_ANSWERS_DOCUMENT_ANSWER_H
