/** @file formats.h
 *  @brief The table of formats: how each is recognised, and what reads it.
 *
 *  To add one: write a DocumentReader in a file of its own, declare its `matches` and `open` below,
 *  and add its line to the table in formats.cc, whose order decides where two would match. Nothing
 *  else knows formats by name.
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

/// How a file came to be read. What the user names is meant to hold documents, so it is recognised
/// more readily than what lies around in a directory or in an archive (both WALKED).
enum class Origin { NAMED, WALKED, STANDARD_INPUT };

/// What a format sees of a file to recognise it.
struct FileHead {
    /// The path as shown to users, without an extension of compression; `-` for standard input.
    std::string_view path;
    /// The first decompressed bytes: HEAD_SIZE of them or the whole file; of a stream of JSON lines
    /// perhaps only the first line.
    std::string_view bytes;
    Origin origin = Origin::NAMED;
    const InputOptions& options;

    static constexpr std::size_t HEAD_SIZE = 8192;
};

/// What a reader is given beside the bytes. The references must outlive it.
struct ReaderContext {
    /// What becomes the id of a document that is the whole file: the path as given; of an archive's
    /// member the archive's path, a slash and the member's.
    std::string path;
    /// The same for messages: `FILE`, of an archive's member `FILE(MEMBER)`.
    std::string location;
    const InputOptions& options;
    Diagnostics& problems;
    Origin origin = Origin::NAMED;
    /// How many archives the file is in.
    int depth = 0;
    /// Told of what decoders within the file unpack; nullptr: nobody asks.
    Expansion* expansion = nullptr;

    /// Saves what was rejected, where it is at hand and the user wants it.
    void save(std::string_view record, std::string_view header) const {
        if (record.empty()) return;
        problems.count_savable();
        if (options.take_refused) options.take_refused(record, header);
    }

    /// For the text at @a where that names no encoding.
    InputEncoding unnamed_encoding(std::string where) const {
        return {options.encoding, &problems, std::move(where)};
    }
};

/// Reads the documents of one file.
class DocumentReader {
  public:
    DocumentReader() = default;
    DocumentReader(const DocumentReader&) = delete;
    DocumentReader& operator=(const DocumentReader&) = delete;
    virtual ~DocumentReader() = default;

    /// Fills @a document with the next one; false at the end. Documents that are refused are
    /// reported to ReaderContext::problems and passed over.
    /// @throw InputError when the file cannot be read any further.
    virtual bool next(InputDocument& document) = 0;

    /// The location that next() looked at last, for the message about its error.
    virtual std::string location() const = 0;
};

/// What reads files of several documents, or of one: documents that are refused are reported and
/// passed over.
class RecordReader : public DocumentReader {
  public:
    RecordReader(SourcePointer source, ReaderContext context)
        : source_(std::move(source)),
          context_(std::move(context)),
          encoding_(context_.unnamed_encoding(context_.location)) {}

    bool next(InputDocument& document) final;

  protected:
    /// Goes to the next document; false at the end.
    virtual bool next_record() = 0;

    /// Fills all of @a document but its location. @return empty; else why it is refused
    virtual std::string fill(InputDocument& document) = 0;

    /// What was read last, as it came; empty where it is not at hand.
    virtual std::string_view record() const { return {}; }
    /// The header line of that row; empty where it is none.
    virtual std::string_view header() const { return {}; }

    SourcePointer source_;
    ReaderContext context_;
    InputEncoding encoding_;
    /// InputDocument::record_encoding
    const std::shared_ptr<std::string> encoding_name_ = std::make_shared<std::string>();
};

using ReaderPointer = std::unique_ptr<DocumentReader>;

/// A line of the table.
struct Format {
    std::string_view name;
    bool (*matches)(const FileHead& head);
    ReaderPointer (*open)(SourcePointer source, ReaderContext context);
    /// Whether UTF-16 is made UTF-8 before (utf16_of()).
    bool is_of_utf8 = false;
};

/// What reads the documents of @a source (decompressed already): the format that the user forced
/// (InputOptions::format, for files outside of archives), else the first that matches.
/// @return nullptr when it holds none: it is no text, which is refused where the user named it and
/// else counted as skipped; or it is empty standard input.
/// @throw InputError when not even the beginning can be read.
ReaderPointer open_documents(SourcePointer source, ReaderContext context);

/// The format called @a name; nullptr when there is none.
const Format* find_format(std::string_view name);

/// The names of all formats, in the table's order.
std::vector<std::string> format_names();

// JSON, whoever named the file, is known by its content: objects begin as begins_with_member()
// (json_element.h) says, so that no other text with braces is taken for it.
//
// JSON lines: by the extension .jsonl or .ndjson; by content, where the first object is alone on
// its line, or is cut there; or where half of the lines of the head, and more, begin with objects,
// so that a bad first line is reported, not indexed.
bool matches_json_lines(const FileHead& head);
ReaderPointer open_json_lines(SourcePointer source, ReaderContext context);

// JSON of any layout: arrays of objects, or objects one after the other, read as a stream; by
// content, or the extension .json where the user named the file. An element that is bad is refused;
// what is wrong between elements ends the file.
//
// Both: of a file found in a directory the head must hold the id's name in quotes, of this layout
// the text's, too, so that programs' data are not taken for documents; they are plain text.
bool matches_json(const FileHead& head);
ReaderPointer open_json(SourcePointer source, ReaderContext context);

// CSV (RFC 4180, csv_rows.h) and TSV, the same with tabs: by the extension .csv or .tsv; by
// content, where the header names id and text and most rows of the head fit it. A document a row;
// the header line names the columns, and its lack of id (unless ids are made) or text refuses the
// file; one found in a directory is plain text then. The separator of CSV is that of a first line
// `sep=;`, else the one of comma, semicolon, tab and bar that shows the columns; blanks behind it
// are skipped where the header has them. Where it is no comma, the first rows tell whether cells
// are quoted (InputOptions::csv_quotes). Refused, and the other rows read, are rows of another
// number of cells than the header's, and of wrong quotes.
bool matches_csv(const FileHead& head);
bool matches_tsv(const FileHead& head);
ReaderPointer open_csv(SourcePointer source, ReaderContext context);
ReaderPointer open_tsv(SourcePointer source, ReaderContext context);

// Lines: each is a document, its text as it stands there. Never recognised, only named by the user.
bool matches_lines(const FileHead& head);
ReaderPointer open_lines(SourcePointer source, ReaderContext context);

// HTML: by the extension .html, .htm or .xhtml unless the content is binary; by content beginning
// with `<!doctype html` or `<html` (any case), also after an XML declaration and comments. One
// document a file, converted by html_to_text() (descry/html_text.h), which also finds the charset.
bool matches_html(const FileHead& head);
ReaderPointer open_html(SourcePointer source, ReaderContext context);

// XML, read by read_xml(): by content beginning with an XML declaration that is no HTML's; by an
// extension (.xml, .rss, .atom, .svg, .tei and others) where the content begins with `<`. One
// document a file; of a feed one an item, whose id is the path, a slash and its number from 1. The
// encoding is that of a byte order mark or the declaration.
bool matches_xml(const FileHead& head);
ReaderPointer open_xml(SourcePointer source, ReaderContext context);

// Archives, read by libarchive member by member as a stream: each is recognised as a file of a
// directory is, also compressed, and its id is the archive's path, a slash and its own. Links and
// what is not text are counted as skipped. Refused, and the rest read, are: damaged and encrypted
// members, devices, absolute names, names with `..`, and archives more than 4 deep in each other.
// Where a file is at hand a zip's directory tells its members, else (standard input, in an archive,
// cut) their own headers do; of one name that a tar holds several times, all are read, the last
// counts. tar: by the header's checksum, or the extension where the content is binary. zip: by
// content, unless it begins as office documents, e-books and Java programs do.
bool matches_tar(const FileHead& head);
bool matches_zip(const FileHead& head);
ReaderPointer open_archive(SourcePointer source, ReaderContext context);

// WARC (ISO 28500, 1.0 and 1.1), by content. Documents are the records of type response (HTTP,
// 2xx), resource and conversion whose content is HTML or plain text; the id is the target URI, the
// field `date` the record's. The HTTP header names the charset; chunks and gzip or zstd are undone.
// Other records are counted as skipped.
bool matches_warc(const FileHead& head);
ReaderPointer open_warc(SourcePointer source, ReaderContext context);

// mbox: its first line that is not empty parts messages (parts_messages() in mail_lines.h), or is
// that of MMDF, four bytes 0x01. A document a message, whose id is the path, a slash and its number
// from 1. A line in a body parts messages, too, unless a right Content-Length says that the body
// goes on.
bool matches_mbox(const FileHead& head);
ReaderPointer open_mbox(SourcePointer source, ReaderContext context);

// Mail, one message a file, perhaps with a byte order mark, empty lines, From lines or the size of
// .emlx before it, or in UTF-16 with a byte order mark: by the extension .eml or .emlx where a
// header line comes first; by content that begins_with_mail_header() (mail_lines.h).
bool matches_mail(const FileHead& head);
ReaderPointer open_mail(SourcePointer source, ReaderContext context);

// Plain text: all that is not binary. One document a file, in UTF-8, UTF-16 or UTF-32 with a byte
// order mark, or what InputEncoding finds. An empty file is an empty document, but empty standard
// input is none.
bool matches_plain_text(const FileHead& head);
ReaderPointer open_plain_text(SourcePointer source, ReaderContext context);

/// Fills an empty document, but for its id and location, from the bytes of a file, which it may
/// take.
/// @param encoding  where the bytes do not name theirs
/// @return why the file is refused; empty when it is not
using FileParser = std::string_view (*)(std::string& bytes, InputEncoding& encoding,
                                        const InputOptions& options, InputDocument& document);

/// The reader that plain text, HTML and mail share: all of @a source (up to
/// InputOptions::max_document_bytes) as one document, whose id is the path. A file that cannot be
/// read to its end gives no document: half a text is another text.
ReaderPointer open_whole_file(SourcePointer source, ReaderContext context, FileParser parse);

/// Why @a head is not text, as in "not text: PDF document"; empty when it is. Not text is: the
/// beginning of a known binary format; NUL bytes where the head is no valid UTF-8, or more than a
/// tenth of it, unless a byte order mark of UTF-16 explains them.
/// (Single NUL bytes in UTF-8 text separate words, as other control characters do.)
inline constexpr std::string_view NUL_BYTES = "NUL bytes";
std::string_view binary_kind(std::string_view head);

/// True when @a path ends in one of @a extensions (with the dot, lower case), in any case.
bool has_extension(std::string_view path, std::initializer_list<std::string_view> extensions);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_FORMATS_FORMATS_H
