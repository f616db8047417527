/** @file json_document.h
 *  @brief Converts a line of a JSON-lines file, or an element of an array, to a document.
 *
 *  Strict by the grammar of RFC 8259 (the whole line is checked, including unused fields), as read
 *  by simdjson: nesting up to 1024, lines up to 4 GiB. Four deviations of real dumps are accepted
 *  in a second attempt, so they take time only where they occur:
 *  - ill-formed UTF-8 becomes U+FFFD, counted;
 *  - an escaped surrogate without its partner (`\ud800`) becomes U+FFFD, counted;
 *  - raw control characters inside a string, including NUL, are kept;
 *  - NaN, Infinity and -Infinity, as written by Python's json module, are null.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_JSON_DOCUMENT_H
#define DESCRY_TOOLS_INPUT_PARSING_JSON_DOCUMENT_H

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "tools/input/documents/document.h"

namespace descry {

/// Parses one document after another, reusing its buffers (up to 16 MiB).
class JsonDocumentParser {
  public:
    explicit JsonDocumentParser(const InputOptions& options);
    ~JsonDocumentParser();

    /// Fills @a document, except its location, from the object in @a line. 64 bytes of any value
    /// after the end of @a line must be readable (LineReader::PADDING). The last value of a
    /// repeated field counts. If the id is absent or null and InputOptions::id_from makes ids,
    /// id_kind is NOTHING and the caller makes the id. Id and texts are found by MemberPath. A list
    /// of strings is a text with its elements on separate lines; several texts are joined likewise,
    /// and each is a field as well. With InputOptions::nested_values, so are the values beside them
    /// in objects on the path, named by path: `_source.amount`, and `messages[*].role` for all
    /// elements of an array. Cost: linear; 5 bytes of memory per byte of the line.
    /// @return empty if the document is filled; else why it is rejected, with @a document
    ///         undefined: invalid JSON; not an object; an id that is absent or null (unless ids are
    ///         made) or not a single string or number; texts that are all absent or null (unless
    ///         InputOptions::text_optional), or not strings
    std::string parse(std::string_view line, InputDocument& document);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// @a line, followed by as many bytes as the parser may read. Valid as long as @a line.
std::string_view with_padding(std::string& line);

/// The repair for the second attempt: copies @a line to @a repaired with the deviations above made
/// valid (control characters escaped as `\u00XX`). Changes only text in quotes, apart from
/// ill-formed UTF-8 and invalid numbers. Adds the number of replaced bytes to @a stray_bytes.
void repair_json(std::string_view line, std::string& repaired, std::size_t& stray_bytes);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_JSON_DOCUMENT_H
