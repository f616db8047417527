#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include <descry/analyzers/html_text.h>

#include "analyzers/utf8.h"
#include "tools/input/bytes/charset.h"
#include "tools/input/bytes/decompress.h"
#include "tools/input/bytes/utf16_source.h"
#include "tools/input/formats/formats.h"
#include "tools/input/parsing/http_response.h"

namespace descry {

// libarchive's WARC reader drops the host, and all pages whose address ends in a slash.

namespace {

constexpr std::size_t LINE_PIECE = std::size_t{64} << 10;

/// The block of one record: the number of bytes of the file stated in its header.
class RecordSource : public ByteSource {
  public:
    /// Counts down @a left; both references must outlive this object.
    RecordSource(BufferedSource& file, std::uint64_t& left) : file_(file), left_(left) {}

    std::size_t read(char* to, std::size_t size) override {
        if (left_ == 0) return 0;
        std::size_t got =
            file_.read(to, static_cast<std::size_t>(std::min<std::uint64_t>(size, left_)));
        if (got == 0) throw InputError("the record is cut");
        left_ -= got;
        return got;
    }

  private:
    BufferedSource& file_;
    std::uint64_t& left_;
};

/// A record's content after its own header and that of HTTP.
struct Payload {
    SourcePointer bytes;
    std::string content_type;
};

bool is_html(std::string_view type) {
    return type == "text/html" || type == "application/xhtml+xml";
}

bool is_text(std::string_view type) {
    return is_html(type) || type == "text/plain";
}

// Data compressed in an undeclared way has many control characters.
bool is_packed(std::string_view bytes, std::string_view charset) {
    const auto named = TextEncoding::named(charset);
    if ((named && !named->holds_ascii()) || TextEncoding::marked(bytes)) return false;
    bytes = bytes.substr(0, FileHead::HEAD_SIZE);
    if (utf16_of(bytes)) return false;
    const auto controls =
        std::ranges::count_if(bytes, [](const char& c) { return has_control_characters({&c, 1}); });
    constexpr std::ptrdiff_t MOST = 50;  // one in this many
    return controls * MOST > std::ssize(bytes) && valid_utf8_size(bytes) + 3 < bytes.size();
}

class WarcReader : public DocumentReader {
  public:
    WarcReader(SourcePointer source, ReaderContext context)
        : source_(std::move(source)), context_(std::move(context)) {}

    bool next(InputDocument& document) override {
        while (!is_cut_ && next_record()) {
            try {
                if (fill(document)) return true;
                context_.problems.skip(location(), "a record that holds no page");
            } catch (const InputError& error) {
                context_.problems.reject(location(), error.what());
                if (!can_go_on()) return false;
            }
        }
        return false;
    }

    std::string location() const override {
        return uri_.empty() ? context_.location : fmt::format("{}({})", context_.location, uri_);
    }

  private:
    // A truncated record also truncates the file, and was already reported.
    bool can_go_on() {
        try {
            skip_block();
            return true;
        } catch (const InputError&) {
            return false;
        }
    }

    bool next_record() {
        skip_block();
        uri_.clear();
        bool told = false;
        for (;;) {
            auto line = read_line(source_, LINE_PIECE);
            if (!line) return false;
            if (line->empty()) continue;
            if (line->starts_with("WARC/") && read_header()) return true;
            if (!told) context_.problems.reject(context_.location, "damaged: not a WARC record");
            told = true;
        }
    }

    bool read_header() {
        auto header = HeaderBlock::read(source_);
        if (!header) return false;
        std::string_view length = header->value("Content-Length");
        const char* end = length.data() + length.size();
        if (std::from_chars(length.data(), end, left_).ptr != end || length.empty()) {
            left_ = 0;
            return false;
        }
        header_ = std::move(*header);
        // WARC 1.0 has the address in angle brackets.
        std::string_view uri = header_.value("WARC-Target-URI");
        if (uri.starts_with('<') && uri.ends_with('>')) uri = uri.substr(1, uri.size() - 2);
        uri_ = uri;
        repair_utf8(uri_);
        return true;
    }

    void skip_block() {
        while (left_ != 0) {
            std::size_t seen = source_.peek(1).size();
            if (seen == 0) throw InputError("the record is cut");
            auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(seen, left_));
            source_.consume(taken);
            left_ -= taken;
        }
    }

    // False if the record has no text.
    bool fill(InputDocument& document) {
        Payload payload = open_payload();
        if (payload.bytes == nullptr || uri_.empty()) return false;
        const std::string type = media_type(payload.content_type);
        const std::string charset(charset_parameter(payload.content_type));
        if (!is_text(type)) return false;
        std::string cut;
        std::string bytes = read_all(*payload.bytes, context_.options.max_document_bytes, &cut);
        if (!cut.empty() && bytes.empty()) throw InputError(cut);
        if (is_packed(bytes, charset)) throw InputError("the page is compressed data, not text");
        document.clear();
        InputEncoding encoding = context_.unnamed_encoding(location());
        if (is_html(type)) {
            document.stray_bytes = encoding.decode_whole(bytes, html_encoding(bytes, charset));
            document.text = html_to_text(bytes, UTF8_NAME, context_.options.page_parts);
        } else {
            document.stray_bytes = encoding.decode_whole(bytes, charset);
            document.text = std::move(bytes);
        }
        document.id = uri_;
        document.location = location();
        add_date(document);
        if (!cut.empty()) {
            context_.problems.give_up(location(), cut + "; what came before is read", true);
            is_cut_ = !can_go_on();
        }
        return true;
    }

    void add_date(InputDocument& document) {
        std::string date(header_.value("WARC-Date"));
        if (date.empty()) return;
        document.stray_bytes += repair_utf8(date);
        document.add_field("date", std::move(date));
    }

    // Without bytes if there is nothing to read.
    Payload open_payload() {
        std::string_view kind = header_.value("WARC-Type");
        std::string_view type = header_.value("Content-Type");
        auto block =
            std::make_unique<BufferedSource>(std::make_unique<RecordSource>(source_, left_));
        if (kind == "resource" || kind == "conversion") {
            return {std::move(block), std::string(type)};
        }
        // A record without a type must begin like an HTTP response.
        if (kind != "response" || (!type.empty() && media_type(type) != "application/http"))
            return {};
        auto status = read_line(*block, LINE_PIECE);
        auto http = HeaderBlock::read(*block);
        if (!status || !http) throw InputError("the response's header is cut");
        // HTTP/1.1 200 OK: errors and redirections are not pages.
        std::size_t code = std::min(status->find(' '), status->size());
        if (!status->starts_with("HTTP/") || status->substr(code, 2) != " 2") return {};
        std::string of_http(http->value("Content-Type"));
        // Other types, such as pictures, are not decoded.
        if (!is_text(media_type(of_http))) return {};
        return {decoded_body(std::move(block), *http, context_.expansion), std::move(of_http)};
    }

    BufferedSource source_;
    ReaderContext context_;
    HeaderBlock header_;
    std::string uri_;
    std::uint64_t left_ = 0;
    bool is_cut_ = false;  // in the last record read
};

}  // namespace

bool matches_warc(const FileHead& head) {
    const std::string_view line = head.bytes.substr(0, head.bytes.find_first_of("\r\n"));
    return line.starts_with("WARC/1.") && line.find(' ') == std::string_view::npos;
}

ReaderPointer open_warc(SourcePointer source, ReaderContext context) {
    return std::make_unique<WarcReader>(std::move(source), std::move(context));
}

}  // namespace descry
