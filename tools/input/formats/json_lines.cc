#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "input/bytes/charset.h"
#include "input/bytes/line_reader.h"
#include "input/documents/document.h"
#include "input/formats/formats.h"
#include "input/parsing/json_document.h"

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
        while (lines_.next()) {
            line_ = without_blanks(lines_.line());
            if (!line_.empty() || lines_.too_long()) return true;
        }
        return false;
    }

    std::string fill(InputDocument& document) override {
        if (lines_.too_long()) return too_large(context_.options.max_document_bytes);
        const std::string_view raw = line_;
        std::size_t stray_bytes = 0;
        if (encoding_.concerns(line_)) {
            decoded_ = line_;
            stray_bytes = encoding_.decode(decoded_, lines_.unread(), source_.get());
            line_ = with_padding(decoded_);
        }
        std::string refusal = parser_.parse(line_, document);
        document.stray_bytes += stray_bytes;
        if (refusal.empty() && document.id_kind == InputValue::Kind::NOTHING) {
            make_id(document, context_.options.id_from, context_.path,
                    fmt::format(":{}", lines_.number()), raw);
        }
        if (context_.options.records) document.record = record();
        return refusal;
    }

    // A mark stands where a file begins; printed, the line may stand anywhere.
    std::string_view record() const override {
        return without_byte_order_mark(lines_.line_with_end());
    }

    LineReader lines_;
    std::string_view line_;
    std::string decoded_;
    JsonDocumentParser parser_;
};

}  // namespace

ReaderPointer open_json_lines(SourcePointer source, ReaderContext context) {
    return std::make_unique<JsonLinesReader>(std::move(source), std::move(context));
}

}  // namespace descry
