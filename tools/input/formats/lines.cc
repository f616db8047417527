#include <fmt/format.h>

#include "tools/input/bytes/charset.h"
#include "tools/input/bytes/line_reader.h"
#include "tools/input/documents/document.h"
#include "tools/input/formats/formats.h"

namespace descry {

namespace {

class LinesReader : public RecordReader {
  public:
    LinesReader(SourcePointer source, ReaderContext context)
        : RecordReader(std::move(source), std::move(context)),
          lines_(*source_, context_.options.max_document_bytes) {}

    std::string location() const override {
        return fmt::format("{}:{}", context_.location, lines_.number());
    }

  private:
    bool next_record() override { return lines_.next(); }

    std::string fill(InputDocument& document) override {
        document.clear();
        if (lines_.too_long()) return too_large(context_.options.max_document_bytes);
        document.text = without_byte_order_mark(lines_.line());
        // Lines have no ids.
        const IdFrom id_from =
            context_.options.id_from == IdFrom::HASH ? IdFrom::HASH : IdFrom::LINE;
        make_id(document, id_from, context_.path, fmt::format(":{}", lines_.number()),
                document.text);
        if (encoding_.concerns(document.text)) {
            document.stray_bytes = encoding_.decode(document.text, lines_.unread(), source_.get());
        }
        if (context_.options.records && !context_.options.structured_records)
            document.record = record();
        return {};
    }

    std::string_view record() const override {
        return without_byte_order_mark(lines_.line_with_end());
    }

    LineReader lines_;
};

}  // namespace

bool matches_lines(const FileHead& /*head*/) {
    return false;
}

ReaderPointer open_lines(SourcePointer source, ReaderContext context) {
    return std::make_unique<LinesReader>(std::move(source), std::move(context));
}

}  // namespace descry
