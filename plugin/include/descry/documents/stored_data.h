/** @file stored_data.h
 *  @brief A stored document's data split into fields, and a one-line summary of a document.
 */
#ifndef DESCRY_DOCUMENTS_STORED_DATA_H
#define DESCRY_DOCUMENTS_STORED_DATA_H

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include <xapian.h>

namespace descry {

struct StoredData {
    /// Name to value, as JSON text: fields of a JSON object except `text`, or names of NAME=VALUE
    /// lines (omindex, scriptindex, recoll), repeated names as an array. Empty if the data is
    /// neither.
    std::map<std::string, std::string> fields;
    /// The JSON field `text`, if it is a string.
    std::optional<std::string> text;
    /// True if fields and text hold everything in the data; false if the data itself must be shown.
    bool is_read = false;
};

/// Splits @a data into its fields. Accepts any bytes; in fields, invalid UTF-8 becomes U+FFFD.
/// Cost: linear; JSON at a gigabyte per second.
StoredData read_stored_data(const std::string& data);

/// A document's title, or else its first words, on one line. Understands the data of descry and
/// others (a JSON object), omindex, scriptindex and recoll (NAME=VALUE lines) and mu (a list of
/// :name "value"), notmuch's slot of subjects, and plain text. Empty if none of these applies.
/// Cost: reads the data, and the terms if the data is empty.
std::string summary_of(const Xapian::Document& document);

/// The same for the data alone.
std::string summary_of(const std::string& data);

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_STORED_DATA_H
