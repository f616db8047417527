#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "input/bytes/charset.h"
#include "input/bytes/line_reader.h"
#include "input/documents/document.h"
#include "input/formats/formats.h"
#include "input/parsing/json_document.h"

namespace descry {

namespace {

constexpr std::string_view JSON_BLANKS = " \t\r\n";

/// Where a value ends, found in bytes that may come piece by piece. Goes by brackets and strings
/// alone; whether the value is valid is for its parser to say. Cost: each byte is looked at once.
class JsonElement {
  public:
    /// @param in_array  the value ends before a comma or a bracket; else after its last bracket
    explicit JsonElement(bool in_array) : in_array_(in_array) {}

    /// Goes on with the value, of which @a bytes are all that is known so far, from its first byte
    /// on; each call repeats the bytes of the one before. @return whether its end was found
    bool read(std::string_view bytes);

    /// Of a whole value, its bytes; else those that read() looked at.
    std::size_t size() const { return at_; }

    /// Lets the next read() begin with byte size().
    void drop_scanned() { at_ = 0; }

  private:
    void read_string(std::string_view bytes);

    bool in_array_;
    bool in_string_ = false;
    bool escaped_ = false;
    std::size_t depth_ = 0;
    std::size_t at_ = 0;
};

bool JsonElement::read(std::string_view bytes) {
    while (at_ < bytes.size()) {
        if (in_string_) {
            read_string(bytes);
            continue;
        }
        switch (bytes[at_]) {
            case '"':
                in_string_ = true;
                break;
            case '{':
            case '[':
                ++depth_;
                break;
            case '}':
            case ']':
                // A brace too many belongs to the value, which is refused then.
                if (depth_ == 0 && bytes[at_] == ']') return true;
                if (depth_ > 0) --depth_;
                if (depth_ == 0 && !in_array_) {
                    ++at_;
                    return true;
                }
                break;
            case ',':
                if (depth_ == 0 && in_array_) return true;
                break;
            default:
                break;
        }
        ++at_;
    }
    return false;
}

void JsonElement::read_string(std::string_view bytes) {
    if (escaped_) {
        escaped_ = false;
        ++at_;
        return;
    }
    while (at_ < bytes.size() && bytes[at_] != '"' && bytes[at_] != '\\')
        ++at_;
    if (at_ == bytes.size()) return;
    escaped_ = bytes[at_] == '\\';
    in_string_ = escaped_;
    ++at_;
}

/// The elements of arrays, and objects that stand in none.
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
            // A comma too many costs no document.
            in_array_ = *c != ']';
            consume(1);
        }
        find_end();
        ++number_;
        return true;
    }

    // Skips blanks. Nothing at the end.
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
            if (!buffer_.fill()) throw InputError("invalid JSON: a value that does not end");
        }
        if (element_.size() > most) too_long_ = true;
    }

    std::string fill(InputDocument& document) override {
        std::string refusal = parse(document);
        // All of an array may stand on one line.
        return refusal.empty() ? refusal : fmt::format("document {}: {}", number_, refusal);
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
        std::string refusal = parser_.parse(bytes, document);
        document.stray_bytes += stray_bytes;
        if (refusal.empty() && document.id_kind == InputValue::Kind::NOTHING) {
            make_id(document, context_.options.id_from, context_.path, fmt::format("/{}", number_),
                    raw);
        }
        return refusal;
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

// Where an array begins: what follows its bracket, without blanks before.
std::optional<std::string_view> content_of_array(std::string_view bytes) {
    if (!bytes.starts_with('[')) return std::nullopt;
    bytes.remove_prefix(std::min(bytes.find_first_not_of(JSON_BLANKS, 1), bytes.size()));
    return bytes;
}

bool begins_with_brace_alone(std::string_view bytes) {
    if (!bytes.starts_with('{')) return false;
    const std::size_t next = bytes.find_first_not_of(" \t\r", 1);
    return next != std::string_view::npos && bytes[next] == '\n';
}

}  // namespace

bool holds_name(std::string_view text, std::string_view name) {
    return text.find(fmt::format("\"{}\"", name)) != std::string_view::npos;
}

bool matches_json(const FileHead& head) {
    if (has_extension(head.path, {".jsonl", ".ndjson"})) return false;
    std::string_view bytes = without_byte_order_mark(head.bytes);
    bytes.remove_prefix(std::min(bytes.find_first_not_of(JSON_BLANKS), bytes.size()));
    const auto content = content_of_array(bytes);
    const bool of_objects = content && content->starts_with('{');
    if (head.origin == Origin::WALKED) {
        const bool has_id =
            head.options.id_from != IdFrom::MEMBER || holds_name(bytes, head.options.id_field);
        return of_objects && has_id && holds_name(bytes, head.options.text_field);
    }
    const bool is_named = head.origin == Origin::NAMED && has_extension(head.path, {".json"});
    return of_objects || (content && is_named) || begins_with_brace_alone(bytes);
}

ReaderPointer open_json(SourcePointer source, ReaderContext context) {
    return std::make_unique<JsonReader>(std::move(source), std::move(context));
}

}  // namespace descry
