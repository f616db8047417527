/** @file document.h
 *  @brief Options for reading the documents of a collection, and ids of documents.
 *
 *  Readers give each InputDocument
 *  - as id the `id` of a JSON document or CSV row, or a replacement (make_id()); the target URI of
 *    a WARC record; else the path of the file as given, `-` for standard input, followed for an
 *    archive's entry or an mbox's message by a slash and its path or number. In a path that is not
 *    valid UTF-8 each non-ASCII byte is written `%HH`;
 *  - as fields, the subject, from, to, date, message-id and attachments of a mail; the date of a
 *    WARC record; else the other fields of a JSON document, or the nonempty columns of CSV;
 *  - as location `FILE:LINE` (lines count from 1), `FILE(ENTRY)` or `FILE`; within archives
 *    `FILE(ENTRY):LINE` and `FILE(ENTRY)(ENTRY)`.
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

/// The source of missing ids: none (the document is rejected), its location, or its content.
/// Documents that are a whole file, a message or a web page always have an id.
enum class IdFrom { MEMBER, LINE, HASH };

struct InputOptions {
    /// The JSON fields (by MemberPath) or CSV columns of the id and of the text; texts (at least
    /// one) are joined in this order by line ends.
    std::string id_field = "id";
    std::vector<std::string> text_fields = {"text"};

    std::string text_names() const;

    /// The same for look-ups. Documents other than JSON have id and text under these names as well.
    MemberNames names() const { return {id_field, text_names()}; }

    /// Whether CSV and TSV cells may be quoted; nullopt: detected per file (CsvDialect).
    std::optional<bool> csv_quotes = {};

    /// For HTML pages in files and WARC records.
    PageParts page_parts = PageParts::MAIN;

    /// For JSON and CSV documents whose id is absent, null or, in CSV, empty.
    IdFrom id_from = IdFrom::MEMBER;
    /// Whether the user chose it.
    bool is_id_from_given = false;

    /// True: a document without text (absent or null, or no such column) gets an empty one instead
    /// of being rejected, because other fields are indexed (`--field`, `--chain`).
    bool text_optional = false;

    /// True: documents include their records (InputDocument::record).
    bool records = false;

    /// True: lines of text have no records, since fields cannot be appended to them.
    bool structured_records = false;

    /// True: fields that are objects, or arrays of arrays, include their JSON (InputValue::NESTED),
    /// and values beside a nested id or text are fields.
    bool nested_values = false;

    /// With records: receives the header of each table, even without rows, and returns the
    /// InputDocument::record_header of its rows.
    std::function<std::shared_ptr<const std::string>(TableHeader)> take_header = {};

    /// Receives each rejected JSON document, row or line, the rows of a rejected table, and the
    /// bytes of a named file that is not text, unchanged, possibly without a final line end; @a
    /// header is the header line of a row, else empty. May be empty.
    std::function<void(std::string_view record, std::string_view header)> take_rejected = {};

    /// A format name (format_names()) for all inputs; empty: detected by content and extension.
    std::string format = {};

    /// The encoding of bytes that are not UTF-8 and declare none; nullopt: guessed (InputEncoding).
    std::optional<TextEncoding> encoding = {};

    /// Documents with more text and fields (content_bytes()) are rejected: an index's capacity, and
    /// the memory for writing it, are limited.
    std::size_t max_content_bytes = std::size_t{125} << 20;

    /// Longer lines, and longer files that are one document, are rejected. Bytes, decompressed.
    /// Bounds the memory that a damaged or hostile input can use. Three times the content: Cyrillic
    /// text takes that much in ASCII-only JSON, and pages and mails contain more than their text.
    std::size_t max_document_bytes = std::size_t{384} << 20;
};

/// Added to messages about missing ids: how to get one.
inline constexpr std::string_view WAYS_TO_AN_ID =
    "; choose one with --id-field NAME, or make ids with --id-from line or hash";

/// The path of a whole-file document; if invalid UTF-8, with non-ASCII bytes written `%HH`.
std::string id_of_path(std::string_view path);

/// Makes an id by InputOptions::id_from: LINE, id_of_path() and @a location_in_file (`:LINE` or
/// `/NUMBER`, unique); HASH, hash_id() of @a bytes. @param path ReaderContext::path
void make_id(InputDocument& document, IdFrom id_from, std::string_view path,
             std::string_view location_in_file, std::string_view bytes);

/// The first 128 bits of the SHA-256 of @a bytes as 32 hex digits: collisions cannot be forged.
std::string hash_id(std::string_view bytes);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_DOCUMENTS_DOCUMENT_H
