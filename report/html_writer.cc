#include <descry/report/html_writer.h>

#include <utility>

namespace descry {

void HtmlWriter::begin(std::string_view name, Attributes attributes) {
    tag(name, attributes);
    open_.emplace_back(name);
}

void HtmlWriter::end() {
    out_.append("</").append(open_.back()).append(">");
    open_.pop_back();
}

void HtmlWriter::element(std::string_view name, Attributes attributes, std::string_view text) {
    tag(name, attributes);
    if (name == "meta") return;
    escape(text);
    out_.append("</").append(name).append(">");
}

std::string HtmlWriter::finish() {
    while (!open_.empty())
        end();
    return std::move(out_);
}

void HtmlWriter::tag(std::string_view name, Attributes attributes) {
    out_.append("<").append(name);
    for (const auto& [attribute, value] : attributes) {
        out_.append(" ").append(attribute).append("=\"");
        escape(value);
        out_ += '"';
    }
    out_ += '>';
}

void HtmlWriter::escape(std::string_view text) {
    for (const char character : text) {
        switch (character) {
            case '&': out_ += "&amp;"; break;
            case '<': out_ += "&lt;"; break;
            case '>': out_ += "&gt;"; break;
            case '"': out_ += "&quot;"; break;
            default:
                if ((character >= 0 && character < ' ' && character != '\n' && character != '\t') ||
                    character == 127) {
                    out_ += "\xef\xbf\xbd";
                } else {
                    out_ += character;
                }
        }
    }
}

}  // namespace descry
