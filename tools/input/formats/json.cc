#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tools/input/bytes/line_reader.h"
#include "tools/input/documents/document.h"
#include "tools/input/formats/formats.h"
#include "tools/input/parsing/json_document.h"
#include "tools/input/parsing/json_element.h"

namespace descry {

namespace {

constexpr std::string_view JSON_BLANKS = " \t\r\n\x1e";

class JsonReader : public RecordReader {
  public:
    JsonReader(SourcePointer source, ReaderContext context)
        : RecordReader(std::move(source), std::move(context)),
          buffer_(*source_),
          parser_(context_.options) {}

    std::string location() const override { return fmt::format("{}:{}", context_.location, line_); }

  private:
    bool next_record() override {
        if (number_ == 0) buffer_.skip_byte_order_mark();
        consume(element_.size());
        element_ = JsonElement(in_array_);
        for (;;) {
            const std::optional<char> c = next_character();
            if (!c && in_array_) throw InputError("invalid JSON: an array that does not end");
            if (!c) return false;
            if (in_array_ ? *c != ',' && *c != ']' : *c == '{') break;
            if (!in_array_ && *c != '[') {
                throw InputError("invalid JSON: neither an object nor an array of objects");
            }
            // Accepts a trailing comma.
            in_array_ = *c != ']';
            consume(1);
        }
        find_end();
        ++number_;
        return true;
    }

    // Skips whitespace. nullopt at the end.
    std::optional<char> next_character() {
        for (;;) {
            const std::size_t blanks = buffer_.bytes().find_first_not_of(JSON_BLANKS);
            consume(std::min(blanks, buffer_.bytes().size()));
            line_ = next_line_;
            if (blanks != std::string_view::npos) return buffer_.bytes().front();
            if (!buffer_.fill()) return std::nullopt;
        }
    }

    void find_end() {
        const std::size_t most = context_.options.max_document_bytes;
        element_ = JsonElement(in_array_);
        too_long_ = false;
        while (!element_.read(buffer_.bytes())) {
            if (element_.size() > most) {
                too_long_ = true;
                consume(element_.size());
                element_.drop_scanned();
            }
            if (buffer_.fill()) continue;
            if (in_array_ && element_.is_balanced()) break;
            throw InputError("invalid JSON: a value that does not end");
        }
        if (element_.size() > most) too_long_ = true;
    }

    std::string fill(InputDocument& document) override {
        std::string rejection = parse(document);
        // The number is needed if a whole array is on one line.
        return rejection.empty() ? rejection : fmt::format("document {}: {}", number_, rejection);
    }

    std::string parse(InputDocument& document) {
        if (too_long_) return too_large(context_.options.max_document_bytes);
        std::string_view bytes = buffer_.bytes().substr(0, element_.size());
        bytes = bytes.substr(0, bytes.find_last_not_of(JSON_BLANKS) + 1);
        const std::string_view raw = bytes;
        std::size_t stray_bytes = 0;
        std::string decoded;
        if (encoding_.concerns(bytes)) {
            decoded = bytes;
            const std::string_view unread = buffer_.bytes().substr(element_.size());
            stray_bytes = encoding_.decode(decoded, unread, source_.get());
            bytes = with_padding(decoded);
        }
        std::string rejection = parser_.parse(bytes, document);
        document.stray_bytes += stray_bytes;
        if (rejection.empty() && document.id_kind == InputValue::Kind::NOTHING) {
            make_id(document, context_.options.id_from, context_.path, fmt::format("/{}", number_),
                    raw);
        }
        return rejection;
    }

    std::string_view record() const override {
        return too_long_ ? std::string_view() : buffer_.bytes().substr(0, element_.size());
    }

    void consume(std::size_t size) {
        const std::string_view bytes = buffer_.bytes().substr(0, size);
        next_line_ += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
        buffer_.consume(size);
    }

    RecordBuffer buffer_;
    JsonDocumentParser parser_;
    JsonElement element_{false};
    bool in_array_ = false;
    bool too_long_ = false;
    std::uint64_t line_ = 1;
    std::uint64_t next_line_ = 1;
    std::uint64_t number_ = 0;
};

}  // namespace

ReaderPointer open_json(SourcePointer source, ReaderContext context) {
    return std::make_unique<JsonReader>(std::move(source), std::move(context));
}

}  // namespace descry
