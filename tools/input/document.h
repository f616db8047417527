/** @file document.h
 *  @brief One document as it comes from a collection, and what the user said about its members.
 */
#ifndef DESCRY_TOOLS_INPUT_DOCUMENT_H
#define DESCRY_TOOLS_INPUT_DOCUMENT_H

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace descry {

/// A document of the input. All strings but `place` are valid UTF-8, and may hold NUL and other
/// control characters. Meant to be reused for the next document: the strings keep their memory.
struct InputDocument {
    /// The `id` of a JSON document (a number as its JSON text: `12`, `1.50`); the target URI of a
    /// WARC record; else the path of the file as given, `-` for standard input, followed for an
    /// archive's member or an mbox's message by a slash and its path or number. A path that is not
    /// valid UTF-8 has each of its non-ASCII bytes written `%HH`. Not unique: the same id may come
    /// twice.
    std::string id;

    /// The text; may be empty. Without the byte order mark; line ends are kept as they are.
    std::string text;

    /// Of a mail its subject, from, to, date and message-id, of a WARC record its date. Else the
    /// name and value of the other members of a JSON document, in its order. Strings are unescaped,
    /// numbers kept as their JSON text, booleans as `true` and `false`; null, arrays and objects
    /// are left out. A member given twice is here twice: the last one counts.
    std::vector<std::pair<std::string, std::string>> fields;

    /// How many ill-formed parts (UTF-8, lone surrogates) became U+FFFD, in all members together.
    std::size_t replacements = 0;

    /// Where the document stands, for messages: `FILE:LINE` (lines count from 1), `FILE(MEMBER)` or
    /// `FILE`; within archives `FILE(MEMBER):LINE` and `FILE(MEMBER)(MEMBER)`.
    std::string place;

    /// Empties every member.
    void clear() {
        id.clear();
        text.clear();
        fields.clear();
        replacements = 0;
        place.clear();
    }
};

/// How to read the input.
struct InputOptions {
    /// Names of the members of a JSON document that hold its id and its text.
    std::string id_field = "id";
    std::string text_field = "text";

    /// True: a JSON document without text (absent or null) has an empty one and is not refused,
    /// because other members are indexed (`--field`, `--chain`).
    bool text_optional = false;

    /// The name of a format (format_names() in formats.h) for all inputs; empty: each file's own,
    /// by its content and extension.
    std::string format;

    /// A longer line, or a longer file that is one document, is refused. Bytes, decompressed. This
    /// bounds the memory that a damaged or hostile input can ask for.
    std::size_t max_document_bytes = std::size_t{1} << 30;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_DOCUMENT_H
