/** @file document.h
 *  @brief What the user said about the documents of a collection, and what readers put into one.
 *
 *  Readers give each InputDocument
 *  - as id the `id` of a JSON document or of a row of CSV, or what was made in its place
 *    (make_id()); the target URI of a WARC record; else the path of the file as given, `-` for
 *    standard input, followed for an archive's member or an mbox's message by a slash and its path
 *    or number. A path that is not valid UTF-8 has each of its non-ASCII bytes written `%HH`;
 *  - as fields, of a mail its subject, from, to, date, message-id and attachments, of a WARC record
 *    its date;
 *    else the other members of a JSON document, or the columns of CSV without those that are empty;
 *  - as location `FILE:LINE` (lines count from 1), `FILE(MEMBER)` or `FILE`; within archives
 *    `FILE(MEMBER):LINE` and `FILE(MEMBER)(MEMBER)`.
 */
#ifndef DESCRY_TOOLS_INPUT_DOCUMENTS_DOCUMENT_H
#define DESCRY_TOOLS_INPUT_DOCUMENTS_DOCUMENT_H

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <descry/analyzers/encoding.h>
#include <descry/analyzers/html_text.h>
#include <descry/texts/input_document.h>

namespace descry {

struct TableHeader;

/// Where the id of a document comes from that has none: nowhere, and it is refused; from its
/// location; or from its content. Documents that are a whole file, a message or a web page have
/// one.
enum class IdFrom { MEMBER, LINE, HASH };

/// How to read the input.
struct InputOptions {
    /// The member of a JSON document (a MemberPath), or the column of CSV, that holds its id; and
    /// those, at least one, that hold its text, joined in this order by line ends.
    std::string id_field = "id";
    std::vector<std::string> text_fields = {"text"};

    /// The names, with commas between them.
    std::string text_names() const;

    /// The same, for whoever looks members up. Documents that are no JSON have id and text under
    /// these names, too.
    MemberNames names() const { return {id_field, text_names()}; }

    /// Whether a cell of CSV or TSV may be quoted; nothing: the file shows it (CsvDialect).
    std::optional<bool> csv_quotes = {};

    /// Of pages, files as well as those in WARC records.
    PageParts page_parts = PageParts::MAIN;

    /// For documents of JSON and CSV whose id is absent, null or, in CSV, empty.
    IdFrom id_from = IdFrom::MEMBER;
    /// Whether the user said so.
    bool is_id_from_given = false;

    /// True: a document without text (absent or null, or no such column) has an empty one and is
    /// not refused, because other members are indexed (`--field`, `--chain`).
    bool text_optional = false;

    /// True: documents have their records (InputDocument::record).
    bool records = false;

    /// True: lines of text have no records, to which no field can be appended.
    bool structured_records = false;

    /// True: fields that are objects, or arrays of arrays, have their JSON (InputValue::NESTED),
    /// and what stands beside a nested id or text is a field.
    bool nested_values = false;

    /// Beside records: takes the header of each table that is read, also of one without rows, and
    /// gives the InputDocument::record_header of its rows.
    std::function<std::shared_ptr<const std::string>(TableHeader)> take_header = {};

    /// Takes each JSON document, row or line that is rejected, the rows of a table that is, and the
    /// bytes of a named file that is no text, as they came, with the line end that they may lack;
    /// @a header is the header line of a row, else empty. May be empty.
    std::function<void(std::string_view record, std::string_view header)> take_refused = {};

    /// The name of a format (format_names() in formats.h) for all inputs; empty: each file's own,
    /// by its content and extension.
    std::string format = {};

    /// The encoding of bytes that are no UTF-8 and whose encoding nobody names; nothing: each
    /// file's is guessed (InputEncoding).
    std::optional<TextEncoding> encoding = {};

    /// A document of more text and fields (content_bytes()) is refused: what an
    /// index can hold, and the memory that it takes to write it, have limits.
    std::size_t max_content_bytes = std::size_t{125} << 20;

    /// A longer line, or a longer file that is one document, is refused. Bytes, decompressed. This
    /// bounds the memory that a damaged or hostile input can ask for. Thrice the content: Cyrillic
    /// text takes so much in JSON that is all ASCII, and pages and mails hold more than their text.
    std::size_t max_document_bytes = std::size_t{384} << 20;
};

/// What a message about a document without an id adds: how to get one.
inline constexpr std::string_view WAYS_TO_AN_ID =
    "; choose one with --id-field NAME, or make ids with --id-from line or hash";

/// The id of a document that is a whole file: its path, which stays as it is when it is valid
/// UTF-8; otherwise each of its non-ASCII bytes is written `%HH`.
std::string id_of_path(std::string_view path);

/// Gives @a document an id by InputOptions::id_from: LINE, id_of_path() and @a location_in_file
/// (`:LINE` or `/NUMBER`), other for each document of a file; HASH, hash_id() of @a bytes.
/// @param path ReaderContext::path
void make_id(InputDocument& document, IdFrom id_from, std::string_view path,
             std::string_view location_in_file, std::string_view bytes);

/// The first 128 bits of the SHA-256 of @a bytes in 32 hex digits: nobody can write a document that
/// takes the location of another one.
std::string hash_id(std::string_view bytes);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_DOCUMENTS_DOCUMENT_H
