#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tools/input/bytes/charset.h"
#include "tools/input/bytes/line_reader.h"
#include "tools/input/documents/document.h"
#include "tools/input/formats/formats.h"
#include "tools/input/parsing/json_document.h"
#include "tools/input/parsing/json_element.h"

namespace descry {

namespace {

constexpr std::string_view BLANKS = " \t\r\x1e";

std::string_view without_blanks(std::string_view line) {
    line = without_byte_order_mark(line);
    line.remove_prefix(std::min(line.find_first_not_of(BLANKS), line.size()));
    line.remove_suffix(line.size() - line.find_last_not_of(BLANKS) - 1);
    return line;
}

class JsonLinesReader : public RecordReader {
  public:
    JsonLinesReader(SourcePointer source, ReaderContext context)
        : RecordReader(std::move(source), std::move(context)),
          lines_(*source_, context_.options.max_document_bytes),
          parser_(context_.options) {}

    std::string location() const override {
        return fmt::format("{}:{}", context_.location, lines_.number());
    }

  private:
    bool next_record() override {
        line_ = std::exchange(rest_, {});
        is_part_ = !line_.empty();
        if (is_part_) {
            ++part_;
            return true;
        }
        part_ = 1;
        while (lines_.next()) {
            line_ = without_blanks(lines_.line());
            if (!line_.empty() || lines_.too_long()) return true;
        }
        return false;
    }

    // If an object ends before the line does, and a comma or another object follows, shortens the
    // line to the object and keeps the rest.
    bool cut_line() {
        JsonElement object(false);
        if (!line_.starts_with('{') || !object.read(line_)) return false;
        std::string_view behind = without_blanks(line_.substr(object.size()));
        const bool has_comma = behind.starts_with(',');
        if (has_comma) behind = without_blanks(behind.substr(1));
        if (behind.empty() ? !has_comma : !begins_with_member(behind)) return false;
        line_ = line_.substr(0, object.size());
        rest_ = behind;
        is_part_ = true;
        return true;
    }

    std::string fill(InputDocument& document) override {
        if (lines_.too_long()) return too_large(context_.options.max_document_bytes);
        std::string rejection = parse(document);
        if (!rejection.empty() && cut_line()) rejection = parse(document);
        if (rejection.empty() && document.id_kind == InputValue::Kind::NOTHING) {
            make_id(document, context_.options.id_from, context_.path, place(), line_);
        }
        if (is_part_) record_ = fmt::format("{}\n", line_);
        if (context_.options.records) document.record = record();
        return rejection;
    }

    std::string parse(InputDocument& document) {
        std::string_view line = line_;
        std::size_t stray_bytes = 0;
        if (encoding_.concerns(line)) {
            decoded_ = line;
            stray_bytes = encoding_.decode(decoded_, lines_.unread(), source_.get());
            line = with_padding(decoded_);
        }
        std::string rejection = parser_.parse(line, document);
        document.stray_bytes += stray_bytes;
        return rejection;
    }

    std::string place() const {
        return part_ == 1 ? fmt::format(":{}", lines_.number())
                          : fmt::format(":{}/{}", lines_.number(), part_);
    }

    // Printable anywhere: without a byte order mark, and with its own line end if it shares a line.
    std::string_view record() const override {
        return is_part_ ? record_ : without_byte_order_mark(lines_.line_with_end());
    }

    LineReader lines_;
    std::string_view line_;
    std::string_view rest_;  // of the line, if another object follows
    std::size_t part_ = 1;
    bool is_part_ = false;
    std::string record_;
    std::string decoded_;
    JsonDocumentParser parser_;
};

}  // namespace

ReaderPointer open_json_lines(SourcePointer source, ReaderContext context) {
    return std::make_unique<JsonLinesReader>(std::move(source), std::move(context));
}

}  // namespace descry
