/** @file formats.h
 *  @brief The table of formats, with functions that recognise and read each.
 *
 *  To add one: write a DocumentReader in its own file, declare its `matches` and `open` below, and
 *  add its line to the table in formats.cc, whose order decides if two match. Nothing else knows
 *  formats by name.
 */
#ifndef DESCRY_TOOLS_INPUT_FORMATS_FORMATS_H
#define DESCRY_TOOLS_INPUT_FORMATS_FORMATS_H

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/input/bytes/byte_source.h"
#include "tools/input/bytes/decompress.h"
#include "tools/input/documents/document.h"
#include "tools/input/parsing/input_encoding.h"
#include "tools/messages/diagnostics.h"

namespace descry {

/// How a file was found. A file named by the user is expected to contain documents, so it is
/// recognised more readily than one in a directory or archive (both WALKED).
enum class Origin { NAMED, WALKED, STANDARD_INPUT };

struct FileHead {
    /// The path as shown to users, without a compression extension; `-` for standard input.
    std::string_view path;
    /// HEAD_SIZE decompressed bytes or the whole file; of JSON lines perhaps only the first line.
    std::string_view bytes;
    Origin origin = Origin::NAMED;
    const InputOptions& options;

    static constexpr std::size_t HEAD_SIZE = 8192;
};

/// A reader's environment. The references must outlive it.
struct ReaderContext {
    /// The id of a document that is the whole file: the path as given; for an archive's entry the
    /// archive's path, a slash and the entry's.
    std::string path;
    /// The same for messages: `FILE`, or `FILE(ENTRY)` for an archive's entry.
    std::string location;
    const InputOptions& options;
    Diagnostics& problems;
    Origin origin = Origin::NAMED;
    /// The depth of nested archives.
    int depth = 0;
    /// Counts bytes unpacked by decoders within the file; may be null.
    Expansion* expansion = nullptr;

    /// Saves a rejected record, if available and wanted.
    void save(std::string_view record, std::string_view header) const {
        if (record.empty()) return;
        problems.count_savable();
        if (options.take_rejected) options.take_rejected(record, header);
    }

    /// For the text at @a where that declares no encoding.
    InputEncoding unnamed_encoding(std::string where) const {
        return {options.encoding, &problems, std::move(where)};
    }
};

class DocumentReader {
  public:
    DocumentReader() = default;
    DocumentReader(const DocumentReader&) = delete;
    DocumentReader& operator=(const DocumentReader&) = delete;
    virtual ~DocumentReader() = default;

    /// Fills @a document with the next one; false at the end. Rejected documents are reported to
    /// ReaderContext::problems and skipped.
    /// @throw InputError the file cannot be read any further
    virtual bool next(InputDocument& document) = 0;

    /// The location that next() last read, for messages about its errors.
    virtual std::string location() const = 0;
};

/// Base of readers for files of one or more documents: reports and skips rejected ones.
class RecordReader : public DocumentReader {
  public:
    RecordReader(SourcePointer source, ReaderContext context)
        : source_(std::move(source)),
          context_(std::move(context)),
          encoding_(context_.unnamed_encoding(context_.location)) {}

    bool next(InputDocument& document) final;

  protected:
    /// Moves to the next document; false at the end.
    virtual bool next_record() = 0;

    /// Fills @a document except its location. @return empty; else why it is rejected
    virtual std::string fill(InputDocument& document) = 0;

    /// Empty if not available.
    virtual std::string_view record() const { return {}; }
    virtual std::string_view header() const { return {}; }

    SourcePointer source_;
    ReaderContext context_;
    InputEncoding encoding_;
    /// InputDocument::record_encoding
    const std::shared_ptr<std::string> encoding_name_ = std::make_shared<std::string>();
};

using ReaderPointer = std::unique_ptr<DocumentReader>;

struct Format {
    std::string_view name;
    bool (*matches)(const FileHead& head);
    ReaderPointer (*open)(SourcePointer source, ReaderContext context);
    /// Whether all UTF-16 is converted to UTF-8 first (utf16_of()), not only that without a mark.
    bool is_of_utf8 = false;
};

/// A reader for the documents of @a source (decompressed): of the format in InputOptions::format,
/// for files outside archives, else of the first that matches.
/// @return null if there are no documents: not text (rejected if the user named the file, else
///         counted as skipped), or empty standard input
/// @throw InputError not even the beginning can be read
ReaderPointer open_documents(SourcePointer source, ReaderContext context);

/// Null if there is none.
const Format* find_format(std::string_view name);

/// In the table's order.
std::vector<std::string> format_names();

// JSON is recognised by content for all files: objects must begin as required by
// begins_with_member() (json_element.h), so that other text with braces is not mistaken for it.
//
// JSON lines: by the extension .jsonl or .ndjson; by content if the first object is alone on its
// line or cut there, or if at least half of the lines of the head begin with objects, so that a bad
// first line is reported, not indexed.
bool matches_json_lines(const FileHead& head);
ReaderPointer open_json_lines(SourcePointer source, ReaderContext context);

// JSON of any layout: arrays of objects, or a sequence of objects, read as a stream; by content, or
// by the extension .json if the user named the file. A bad element is rejected; an error between
// elements ends the file.
//
// Both: in a directory, the head must contain the id's name in quotes, and in this layout the
// text's name as well, lest programs' data be read as documents; other files are plain text.
bool matches_json(const FileHead& head);
ReaderPointer open_json(SourcePointer source, ReaderContext context);

// CSV (RFC 4180, csv_rows.h), and TSV with tabs: by the extension .csv or .tsv; by content, if the
// header names id and text and most rows of the head fit it. Each row is a document. The header
// line names the columns; without id (unless ids are made) or text the file is rejected, or is
// plain text if found in a directory. The separator of CSV is given by a first line `sep=;`, else
// is the one of comma, semicolon, tab and bar that yields the columns; spaces after it are skipped
// if the header has them. For separators other than comma, the first rows decide whether cells are
// quoted (InputOptions::csv_quotes). Rows with another number of cells than the header, or with
// wrong quotes, are rejected, and the others read.
bool matches_csv(const FileHead& head);
bool matches_tsv(const FileHead& head);
ReaderPointer open_csv(SourcePointer source, ReaderContext context);
ReaderPointer open_tsv(SourcePointer source, ReaderContext context);

// Lines: each is a document with exactly its text. Never recognised, only named by the user.
bool matches_lines(const FileHead& head);
ReaderPointer open_lines(SourcePointer source, ReaderContext context);

// HTML: by the extension .html, .htm or .xhtml unless the content is binary; by content beginning
// with `<!doctype html` or `<html` (any case), also after an XML declaration and comments. One
// document per file, by html_to_text() (descry/html_text.h), which finds the charset.
bool matches_html(const FileHead& head);
ReaderPointer open_html(SourcePointer source, ReaderContext context);

// XML, read by read_xml(): by content beginning with an XML declaration that is not HTML's; by an
// extension (.xml, .rss, .atom, .svg, .tei and others) if the content begins with `<`. One document
// per file, or one per item of a feed, whose id is the path, a slash and its number from 1. The
// encoding is that of a byte order mark or the declaration.
bool matches_xml(const FileHead& head);
ReaderPointer open_xml(SourcePointer source, ReaderContext context);

// Archives, read by libarchive entry by entry as a stream: each is recognised like a file in a
// directory, including compression, and its id is the archive's path, a slash and its own. Links
// and entries that are not text are counted as skipped. Rejected, while the rest is read, are:
// damaged and encrypted entries, devices, absolute names, names with `..`, and archives nested more
// than 4 deep. A zip's entries come from its directory if it is a seekable file, else (standard
// input, in an archive, cut) from their own headers; if a tar has several entries of one name, all
// are read and the last counts. tar: by the header's checksum, or the extension if the content is
// binary. zip: by content, unless it begins like an office document, e-book or Java program.
bool matches_tar(const FileHead& head);
bool matches_zip(const FileHead& head);
ReaderPointer open_archive(SourcePointer source, ReaderContext context);

// WARC (ISO 28500, 1.0 and 1.1), by content. Documents are the records of type response (HTTP,
// 2xx), resource and conversion whose content is HTML or plain text; the id is the target URI, the
// field `date` the record's. The HTTP header names the charset; chunks, gzip and zstd are decoded.
// Other records are counted as skipped.
bool matches_warc(const FileHead& head);
ReaderPointer open_warc(SourcePointer source, ReaderContext context);

// mbox: its first nonempty line separates messages (parts_messages() in mail_lines.h), or is that
// of MMDF, four bytes 0x01. Each message is a document, whose id is the path, a slash and its
// number from 1. A line in a body separates messages unless a correct Content-Length contradicts.
bool matches_mbox(const FileHead& head);
ReaderPointer open_mbox(SourcePointer source, ReaderContext context);

// Mail, one message per file, possibly in UTF-16 or with lone carriage returns, or after a byte
// order mark, empty lines, From lines or the size of .emlx: by the extension .eml or .emlx if a
// header line comes first; by content that begins_with_mail_header() (mail_lines.h).
bool matches_mail(const FileHead& head);
ReaderPointer open_mail(SourcePointer source, ReaderContext context);

// Plain text: everything that is not binary. One document per file, in UTF-8, in UTF-16 or UTF-32
// with a byte order mark, or as InputEncoding finds. Empty standard input is not a document.
bool matches_plain_text(const FileHead& head);
ReaderPointer open_plain_text(SourcePointer source, ReaderContext context);

/// Fills an empty document, except its id and location, from the bytes of a file, which it may move
/// from.
/// @param encoding used if the bytes do not declare theirs
/// @return why the file is rejected; empty if it is not
using FileParser = std::string_view (*)(std::string& bytes, InputEncoding& encoding,
                                        const InputOptions& options, InputDocument& document);

/// The reader shared by plain text, HTML and mail: all of @a source (up to
/// InputOptions::max_document_bytes) is one document, whose id is the path. A file that cannot be
/// read to its end gives no document: half a text is another text.
ReaderPointer open_whole_file(SourcePointer source, ReaderContext context, FileParser parse);

/// Why @a head is not text, as in "not text: PDF document"; empty if it is. Binary is: the
/// beginning of a known binary format; NUL bytes in a head that is not valid UTF-8, or making up
/// more than a tenth of it, unless it has a byte order mark of UTF-16. (Single NUL bytes in UTF-8
/// text separate words, as other control characters do.)
inline constexpr std::string_view NUL_BYTES = "NUL bytes";
std::string_view binary_kind(std::string_view head);

/// True if @a path ends in one of @a extensions (with the dot, lower case), in any case.
bool has_extension(std::string_view path, std::initializer_list<std::string_view> extensions);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_FORMATS_FORMATS_H
