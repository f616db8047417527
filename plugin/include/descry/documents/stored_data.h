/** @file stored_data.h
 *  @brief What an index keeps of a document to be shown: its data, taken apart.
 */
#ifndef DESCRY_DOCUMENTS_STORED_DATA_H
#define DESCRY_DOCUMENTS_STORED_DATA_H

#include <map>
#include <optional>
#include <string>

namespace descry {

/// The data of a document.
struct StoredData {
    /// Name to value, as JSON text: the members of JSON but `text`, and but an `id` that is the
    /// document's; of NAME=VALUE lines (omindex, scriptindex, recoll) each name, those that come
    /// several times as an array. Empty where the data is neither.
    std::map<std::string, std::string> fields;
    /// The member `text` of JSON, where it is a string.
    std::optional<std::string> text;
    /// True when fields and text say all that the data does; false: the data speaks for itself.
    bool is_read = false;
};

/// Takes @a data apart, which @a id names. Any bytes are allowed: those that are no UTF-8 are
/// U+FFFD in fields. Cost: linear.
StoredData read_stored_data(const std::string& data, const std::string& id);

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_STORED_DATA_H
