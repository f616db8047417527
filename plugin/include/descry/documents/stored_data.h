/** @file stored_data.h
 *  @brief What an index keeps of a document to be shown: its data, taken apart, and a line that
 *         tells a person what it is.
 */
#ifndef DESCRY_DOCUMENTS_STORED_DATA_H
#define DESCRY_DOCUMENTS_STORED_DATA_H

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include <xapian.h>

namespace descry {

/// The data of a document.
struct StoredData {
    /// Name to value, as JSON text: the members of JSON but `text`; of NAME=VALUE lines (omindex,
    /// scriptindex, recoll) each name, those that come several times as an array. Empty where the
    /// data is neither.
    std::map<std::string, std::string> fields;
    /// The member `text` of JSON, where it is a string.
    std::optional<std::string> text;
    /// True when fields and text say all that the data does; false: the data speaks for itself.
    bool is_read = false;
};

/// Splits @a data into its members. It accepts any bytes; in fields, invalid UTF-8 becomes U+FFFD.
/// Cost: linear; JSON at a gigabyte a second.
StoredData read_stored_data(const std::string& data);

/// A document's title, else its first words, on one line, from where the program that made the
/// index keeps them: descry's own data and others' (a JSON object), omindex's, scriptindex's and
/// recoll's (NAME=VALUE lines), mu's (a list of :name "value"), notmuch's value slot of subjects,
/// or data that is text. Empty when nothing is told there. Cost: reading the data, and its terms
/// where it is empty.
std::string summary_of(const Xapian::Document& document);

/// The same of the data alone.
std::string summary_of(const std::string& data);

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_STORED_DATA_H
