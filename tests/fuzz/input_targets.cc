// What becomes of files: formats, archives, compression, encodings.

#include <array>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

#include <descry/analyzers/encoding.h>
#include <descry/analyzers/html_text.h>

#include "analyzers/utf8.h"
#include "tests/fuzz/memory_source.h"
#include "tests/fuzz/targets.h"
#include "tools/input/bytes/decompress.h"
#include "tools/input/formats/formats.h"
#include "tools/input/mail/mail_message.h"

namespace descry::testing {

namespace {

constexpr std::size_t WHOLE = std::size_t{1} << 20;
constexpr std::size_t FEW_BYTES = 7;
// A small input may unfold to any size: no more than this is taken.
constexpr std::size_t MAX_DOCUMENT = std::size_t{1} << 20;
constexpr std::size_t MAX_TAKEN = std::size_t{8} << 20;

struct Read {
    std::vector<InputDocument> documents;
    std::string messages;
};

void check_document(const InputDocument& document) {
    require(is_valid_utf8(document.id), "an id is UTF-8");
    require(is_valid_utf8(document.text), "a text is UTF-8");
    for (const InputField& field : document.fields) {
        require(is_valid_utf8(field.name), "a field's name is UTF-8");
        for (const InputValue& value : field.values)
            require(is_valid_utf8(value.text), "a field is UTF-8");
    }
    require(!document.location.empty(), "a document has a place");
}

Read read_documents(std::unique_ptr<ByteSource> source, std::string path, std::string format) {
    std::ostringstream messages;
    Diagnostics problems(messages);
    InputOptions options;
    options.format = std::move(format);
    options.max_document_bytes = MAX_DOCUMENT;
    Read read;
    try {
        const auto reader =
            open_documents(std::move(source), {path, path, options, problems, Origin::NAMED});
        std::size_t taken = 0;
        InputDocument document;
        while (reader && taken < MAX_TAKEN && reader->next(document)) {
            check_document(document);
            taken += 1024 + document.text.size();
            read.documents.push_back(document);
        }
        if (reader) require(!reader->location().empty(), "a reader knows its place");
    } catch (const InputError& error) {
        problems.reject(path, error.what());
    }
    read.messages = messages.str();
    return read;
}

std::unique_ptr<MemorySource> stream_of(std::string_view bytes, std::size_t piece) {
    return std::make_unique<MemorySource>(bytes, piece, false);
}

void require_equal(const Read& a, const Read& b) {
    require(a.messages == b.messages, "messages do not depend on how bytes arrive");
    require(a.documents.size() == b.documents.size(), "documents do not depend on it");
    for (std::size_t i = 0; i < a.documents.size(); ++i) {
        const InputDocument& one = a.documents[i];
        const InputDocument& other = b.documents[i];
        require(one.id == other.id && one.text == other.text && one.fields == other.fields &&
                    one.location == other.location && one.stray_bytes == other.stray_bytes,
                "a document does not depend on it");
    }
}

void read_in_pieces(std::string_view bytes, const char* format) {
    require_equal(read_documents(stream_of(bytes, WHOLE), "x", format),
                  read_documents(stream_of(bytes, FEW_BYTES), "x", format));
}

}  // namespace

void fuzz_files(std::string_view bytes) {
    constexpr std::array PATHS = {"x", "x.json", "x.html", "x.eml", "x.tar", "x.jsonl.gz"};
    const std::size_t path =
        bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front()) % PATHS.size();
    if (!bytes.empty()) bytes.remove_prefix(1);
    try {
        auto source = decompress(std::make_unique<MemorySource>(bytes, WHOLE, true));
        read_documents(std::move(source), PATHS.at(path), "");
    } catch (const InputError&) {
        // Not even the first bytes could be decompressed.
    }
}

void fuzz_compressed(std::string_view bytes) {
    for (const std::size_t piece : {WHOLE, FEW_BYTES}) {
        try {
            const auto source = decompress(stream_of(bytes, piece));
            std::string buffer(65536, '\0');
            std::size_t taken = 0;
            while (const std::size_t got = source->read(buffer.data(), buffer.size())) {
                taken += got;
                if (taken > MAX_TAKEN) return;
            }
            require(source->read(buffer.data(), buffer.size()) == 0, "an end is an end");
        } catch (const InputError&) {
            // Damaged.
        }
    }
}

void fuzz_json_lines(std::string_view bytes) {
    read_in_pieces(bytes, "jsonl");
}

void fuzz_json(std::string_view bytes) {
    read_in_pieces(bytes, "json");
}

void fuzz_csv(std::string_view bytes) {
    read_in_pieces(bytes, "csv");
    read_in_pieces(bytes, "tsv");
}

void fuzz_html(std::string_view bytes) {
    require(is_valid_utf8(html_to_text(bytes)), "text is UTF-8");
}

void fuzz_mail(std::string_view bytes) {
    InputDocument document;
    InputEncoding encoding({}, nullptr, "x");
    parse_mail(bytes, encoding, document);
    document.location = "x";
    check_document(document);
}

void fuzz_mbox(std::string_view bytes) {
    read_in_pieces(bytes, "mbox");
}

void fuzz_xml(std::string_view bytes) {
    read_in_pieces(bytes, "xml");
}

void fuzz_archive(std::string_view bytes) {
    read_documents(std::make_unique<MemorySource>(bytes, WHOLE, true), "x.tar", "");
    read_documents(stream_of(bytes, FEW_BYTES), "x.tar", "");
}

void fuzz_warc(std::string_view bytes) {
    read_in_pieces(bytes, "warc");
}

void fuzz_charset(std::string_view bytes) {
    const std::size_t end = bytes.find('\n');
    const std::string_view charset = bytes.substr(0, end);
    const std::string_view text =
        end == std::string_view::npos ? std::string_view() : bytes.substr(end + 1);
    for (const TextEncoding& encoding :
         {TextEncoding::named(charset).value_or(TextEncoding()), TextEncoding::guess(text)}) {
        std::string converted(text);
        encoding.decode(converted);
        require(is_valid_utf8(converted), "text is UTF-8");
        require(!converted.starts_with("\xef\xbb\xbf") || text.size() >= 4, "a mark is taken away");
    }
    require(is_valid_utf8(html_to_text(text, charset)), "text of HTML is UTF-8");
}

}  // namespace descry::testing
