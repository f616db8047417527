/** @file document.h
 *  @brief One document as it comes from a collection, and what the user said about its members.
 */
#ifndef DESCRY_TOOLS_INPUT_DOCUMENTS_DOCUMENT_H
#define DESCRY_TOOLS_INPUT_DOCUMENTS_DOCUMENT_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace descry {

/// A value of a member of a JSON document, a cell of CSV, or a mail's header.
struct InputValue {
    enum class Kind {
        STRING,
        NUMBER,   ///< text is the JSON text: `1.50`
        BOOLEAN,  ///< text is `true` or `false`
        NOTHING,  ///< null; no text
        NESTED,   ///< an object, or an array in an array; no text
    };
    Kind kind = Kind::STRING;
    std::string text;

    /// True for what can be shown and indexed.
    bool has_text() const { return kind != Kind::NOTHING && kind != Kind::NESTED; }

    friend bool operator==(const InputValue&, const InputValue&) = default;
};

/// A member beside id and text.
struct InputField {
    std::string name;
    /// Of an array its elements, maybe none; else one.
    std::vector<InputValue> values;
    bool is_array = false;

    friend bool operator==(const InputField&, const InputField&) = default;
};

/// A document of the input. All strings but `place` are valid UTF-8, and may hold NUL and other
/// control characters. Meant to be reused for the next document: the strings keep their memory.
struct InputDocument {
    /// The `id` of a JSON document (a number as its JSON text: `12`, `1.50`) or of a row of CSV, or
    /// what was made in its place (made_id.h); the target URI of a WARC record; else the path of
    /// the file as given, `-` for standard input, followed for an archive's member or an mbox's
    /// message by a slash and its path or number. A path that is not valid UTF-8 has each of its
    /// non-ASCII bytes written `%HH`. Not unique: the same id may come twice.
    std::string id;
    /// NUMBER or STRING, as the id was written in a JSON document.
    InputValue::Kind id_kind = InputValue::Kind::STRING;

    /// The kind of the member that gave the text; none: there was no such member. Null is possible
    /// where InputOptions::text_optional.
    std::optional<InputValue::Kind> text_kind = InputValue::Kind::STRING;

    /// The text; may be empty. Without the byte order mark; line ends are kept as they are.
    std::string text;

    /// Of a mail its subject, from, to, date and message-id, of a WARC record its date. Else the
    /// other members of a JSON document, in its order, or the columns of CSV, without those that
    /// are empty. A member given twice is here twice.
    std::vector<InputField> fields;

    void add_field(std::string_view name, std::string value) {
        fields.push_back(
            InputField{std::string(name), {{InputValue::Kind::STRING, std::move(value)}}});
    }

    /// How many ill-formed parts (UTF-8, lone surrogates) became U+FFFD, in all members together.
    std::size_t replacements = 0;

    /// Its place among the documents of the run, from 1 on; 0 until somebody counts.
    std::uint64_t number = 0;

    /// Where the document stands, for messages: `FILE:LINE` (lines count from 1), `FILE(MEMBER)` or
    /// `FILE`; within archives `FILE(MEMBER):LINE` and `FILE(MEMBER)(MEMBER)`.
    std::string place;

    /// Empties every member.
    void clear() {
        id.clear();
        id_kind = InputValue::Kind::STRING;
        text.clear();
        text_kind = InputValue::Kind::STRING;
        fields.clear();
        replacements = 0;
        number = 0;
        place.clear();
    }
};

/// Where the id of a document comes from that has none: nowhere, and it is refused; from its place;
/// or from its content. Documents that are a whole file, a message or a web page have one.
enum class IdFrom { MEMBER, LINE, HASH };

/// How to read the input.
struct InputOptions {
    /// Names of the members of a JSON document, or of the columns of CSV, that hold its id and its
    /// text.
    std::string id_field = "id";
    std::string text_field = "text";

    /// For documents of JSON and CSV whose id is absent, null or, in CSV, empty.
    IdFrom id_from = IdFrom::MEMBER;

    /// True: a document without text (absent or null, or no such column) has an empty one and is
    /// not refused, because other members are indexed (`--field`, `--chain`).
    bool text_optional = false;

    /// The name of a format (format_names() in formats.h) for all inputs; empty: each file's own,
    /// by its content and extension.
    std::string format = {};

    /// A document of more text and fields (content_bytes() in document_size.h) is refused: what an
    /// index can hold, and the memory that it takes to write it, have limits.
    std::size_t max_content_bytes = std::size_t{125} << 20;

    /// A longer line, or a longer file that is one document, is refused. Bytes, decompressed. This
    /// bounds the memory that a damaged or hostile input can ask for. Thrice the content: Cyrillic
    /// text takes so much in JSON that is all ASCII, and pages and mails hold more than their text.
    std::size_t max_document_bytes = std::size_t{384} << 20;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_DOCUMENTS_DOCUMENT_H
