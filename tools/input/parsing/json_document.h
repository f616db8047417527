/** @file json_document.h
 *  @brief One line of a JSON-lines file, or one element of an array, becomes a document.
 *
 *  Strict by the grammar of RFC 8259 (the whole line is checked, members nobody asked for too), as
 *  simdjson reads it: nesting up to 1024, lines up to 4 GiB. Four deviations of real dumps do not
 *  cost the document; a second try handles them, so they cost time only where they occur:
 *  - ill-formed UTF-8 becomes U+FFFD, counted;
 *  - an escaped surrogate without its partner (`\ud800`) becomes U+FFFD, counted;
 *  - raw control characters inside a string, NUL among them, are kept as they are;
 *  - NaN, Infinity and -Infinity, as Python's json module writes them, are null.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_JSON_DOCUMENT_H
#define DESCRY_TOOLS_INPUT_PARSING_JSON_DOCUMENT_H

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "tools/input/documents/document.h"

namespace descry {

/// Parses one document after the other, keeping its buffers (up to 16 MiB).
class JsonDocumentParser {
  public:
    explicit JsonDocumentParser(const InputOptions& options);
    ~JsonDocumentParser();

    /// Fills all of @a document but its location from @a line, an object. 64 bytes after the end of
    /// @a line must be readable (LineReader::PADDING); their values do not matter.
    /// A member that comes twice counts with its last value. Where there is no id, or null, and
    /// InputOptions::id_from makes ids, it is for the caller to do: id_kind is NOTHING.
    /// Id and texts are found by MemberPath; a list of strings is a text, its elements on lines of
    /// their own, as several texts are. Each of several texts is a field as well. By
    /// InputOptions::nested_values so is what stands beside them in the objects that a path leads
    /// through, called by its path: `_source.amount`, of all elements of an array
    /// `messages[*].role`.
    /// @return empty when the document is filled; else why it is refused, and then @a document
    /// holds nothing of use. Refused are: invalid JSON; a value that is no object; an id that is
    /// absent or null (unless ids are made) or neither one string nor one number; texts that are
    /// all absent or null (unless InputOptions::text_optional), or one that is not a string. Cost:
    /// linear; 5 bytes of memory for each byte of the line.
    std::string parse(std::string_view line, InputDocument& document);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// @a line, with as many bytes behind it as the parser may read. Valid as long as that.
std::string_view with_padding(std::string& line);

/// The repair behind the second try: copies @a line to @a repaired with the deviations above
/// made valid (control characters escaped as `\u00XX`). Only what stands between quotes is changed,
/// apart from ill-formed UTF-8 and numbers that are none. Adds to @a stray_bytes how many there
/// were.
void repair_json(std::string_view line, std::string& repaired, std::size_t& stray_bytes);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_JSON_DOCUMENT_H
