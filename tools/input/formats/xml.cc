#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "tools/input/bytes/charset.h"
#include "tools/input/documents/document.h"
#include "tools/input/formats/formats.h"
#include "tools/input/parsing/xml_text.h"

namespace descry {

namespace {

using std::string_view_literals::operator""sv;

// UTF-16 without a byte order mark, recognised by `<?` (XML 1.0, appendix F).
std::optional<TextEncoding> encoding_of(std::string_view bytes) {
    if (bytes.starts_with("<\0?\0"sv)) return TextEncoding::named("UTF-16LE");
    if (bytes.starts_with("\0<\0?"sv)) return TextEncoding::named("UTF-16BE");
    if (auto marked = TextEncoding::marked(bytes)) return marked;
    auto declared = TextEncoding::named(xml_declared_encoding(bytes));
    // A declaration that could be read as ASCII is not in UTF-16.
    return declared && declared->holds_ascii() ? declared : std::nullopt;
}

class XmlReader : public RecordReader {
  public:
    XmlReader(SourcePointer source, ReaderContext context)
        : RecordReader(std::move(source), std::move(context)) {}

    std::string location() const override {
        if (rejected_line_ != 0) return fmt::format("{}:{}", context_.location, rejected_line_);
        return number_ == 0 || !xml_->is_feed ? context_.location
                                              : fmt::format("{}({})", context_.location, number_);
    }

  private:
    bool next_record() override {
        if (!xml_) return true;
        return xml_->rejection.empty() && number_ < xml_->texts.size();
    }

    std::string fill(InputDocument& document) override {
        document.clear();
        if (!xml_) {
            document.stray_bytes = read();
            if (!xml_->rejection.empty()) {
                rejected_line_ = xml_->line;
                return fmt::format("damaged XML: {}", xml_->rejection);
            }
        }
        document.text = std::move(xml_->texts[number_++]);
        document.id = id_of_path(context_.path);
        if (xml_->is_feed) document.id += fmt::format("/{}", number_);
        return {};
    }

    std::size_t read() {
        std::string bytes = read_all(*source_, context_.options.max_document_bytes);
        const std::size_t stray_bytes = encoding_.decode_whole(bytes, encoding_of(bytes));
        xml_ = read_xml(std::move(bytes));
        return stray_bytes;
    }

    std::optional<XmlText> xml_;
    std::size_t number_ = 0;
    std::size_t rejected_line_ = 0;
};

}  // namespace

bool matches_xml(const FileHead& head) {
    constexpr std::string_view BLANKS = " \t\r\n";
    if (head.bytes.starts_with("<\0?\0"sv) || head.bytes.starts_with("\0<\0?"sv)) return true;
    if (has_utf16_mark(head.bytes)) {
        // `<?xml` in any byte order.
        const std::string_view text = head.bytes.substr(2);
        return text.starts_with("<\0?\0x\0"sv) || text.starts_with("\0<\0?\0x"sv);
    }
    if (!binary_kind(head.bytes).empty()) return false;
    std::string_view text = without_byte_order_mark(head.bytes);
    text.remove_prefix(std::min(text.find_first_not_of(BLANKS), text.size()));
    if (text.starts_with("<?xml") && !text.starts_with("<?xml-")) return true;
    return text.starts_with('<') &&
           has_extension(head.path,
                         {".xml", ".rss",  ".atom",    ".rdf",     ".opml", ".svg",   ".tei",
                          ".kml", ".gpx",  ".fb2",     ".dbk",     ".nxml", ".xliff", ".xlf",
                          ".tmx", ".mods", ".marcxml", ".docbook", ".mrcx", ".fodt"});
}

ReaderPointer open_xml(SourcePointer source, ReaderContext context) {
    return std::make_unique<XmlReader>(std::move(source), std::move(context));
}

}  // namespace descry
