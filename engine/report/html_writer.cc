#include "engine/report/html_writer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace descry {

namespace {

// Those that pages use; they have no end tag.
constexpr std::array<std::string_view, 6> VOID_ELEMENTS = {"meta", "input", "br",
                                                           "hr",   "col",   "link"};

struct Direction {
    const char* sign;
    std::size_t bytes;
};

// Characters that change the display order of others (Unicode's Bidi_Control), with visible
// replacements. Zero bytes if there is none.
Direction direction_at(std::string_view text, std::size_t at) {
    static constexpr std::pair<std::string_view, const char*> DIRECTIONS[] = {
        {"\u061C", "[U+061C]"}, {"\u200E", "[U+200E]"}, {"\u200F", "[U+200F]"},
        {"\u202A", "[U+202A]"}, {"\u202B", "[U+202B]"}, {"\u202C", "[U+202C]"},
        {"\u202D", "[U+202D]"}, {"\u202E", "[U+202E]"}, {"\u2066", "[U+2066]"},
        {"\u2067", "[U+2067]"}, {"\u2068", "[U+2068]"}, {"\u2069", "[U+2069]"}};
    if (text[at] != '\xd8' && text[at] != '\xe2') return {nullptr, 0};
    for (const auto& [character, sign] : DIRECTIONS)
        if (text.substr(at).starts_with(character)) return {sign, character.size()};
    return {nullptr, 0};
}

}  // namespace

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
    if (std::ranges::find(VOID_ELEMENTS, name) != VOID_ELEMENTS.end()) return;
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
        if (value.data() == nullptr) continue;
        out_.append(" ").append(attribute);
        if (value.empty()) continue;
        out_ += "=\"";
        escape(value);
        out_ += '"';
    }
    out_ += '>';
}

void HtmlWriter::escape(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char character = text[at];
        switch (character) {
            case '&':
                out_ += "&amp;";
                break;
            case '<':
                out_ += "&lt;";
                break;
            case '>':
                out_ += "&gt;";
                break;
            case '"':
                out_ += "&quot;";
                break;
            default:
                if (const auto [sign, bytes] = direction_at(text, at); bytes > 0) {
                    out_ += sign;
                    at += bytes - 1;
                } else if ((character >= 0 && character < ' ' && character != '\n' &&
                            character != '\t') ||
                           character == 127) {
                    out_ += "\xef\xbf\xbd";
                } else {
                    out_ += character;
                }
        }
    }
}

}  // namespace descry
