#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "tools/input/parsing/xml_text.h"

namespace descry {

namespace {

bool is_name_start(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalpha(byte) != 0 || c == '_' || c == ':';
}

bool is_name_character(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return is_name_start(c) || std::isdigit(byte) != 0 || c == '-' || c == '.';
}

// Whether the initial `&` begins a reference: `&name;`, `&#38;`, `&#x26;`.
bool begins_reference(std::string_view text) {
    text.remove_prefix(1);
    const bool is_number = text.starts_with('#');
    if (is_number) text.remove_prefix(1);
    const bool is_hex = is_number && text.starts_with('x');
    if (is_hex) text.remove_prefix(1);
    const auto belongs = [&](char c) {
        const auto byte = static_cast<unsigned char>(c);
        if (is_hex) return std::isxdigit(byte) != 0;
        return is_number ? std::isdigit(byte) != 0 : is_name_character(c);
    };
    const auto* const end = std::find_if_not(text.begin(), text.end(), belongs);
    if (end == text.begin() || end == text.end() || *end != ';') return false;
    return is_number || is_name_start(text[0]);
}

bool begins_markup(std::string_view text) {
    if (text.size() < 2) return false;
    return is_name_start(text[1]) || text[1] == '!' || text[1] == '?' ||
           (text[1] == '/' && text.size() > 2 && is_name_start(text[2]));
}

// Whether the end of the file cuts the initial tag. In one with ">", a quote may be forgotten.
bool is_cut_tag(std::string_view text) {
    return text.find_first_of("<>", 1) == std::string_view::npos && begins_markup(text);
}

// The size of an initial comment or processing instruction, which is copied unchanged.
std::size_t untouched_length(std::string_view text) {
    for (const auto& [begin, end] :
         {std::pair<std::string_view, std::string_view>{"<!--", "-->"}, {"<?", "?>"}}) {
        if (!text.starts_with(begin)) continue;
        const std::size_t at = text.find(end, begin.size());
        return at == std::string_view::npos ? text.size() : at + end.size();
    }
    return 0;
}

// Characters that XML 1.0 does not allow (section 2.2): control characters, U+FFFE and U+FFFF.
std::size_t forbidden_length(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text[0]);
    if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') return 1;
    return text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF") ? 3 : 0;
}

void append_escaped(std::string_view text, std::string& xml) {
    for (const char c : text)
        c == '&'   ? xml += "&#38;"
        : c == '<' ? xml += "&#60;"
        : c == '>' ? xml += "&#62;"
                   : xml += c;
}

/// XML's own five entities, as numbers: libxml2 drops names after an error.
constexpr std::pair<std::string_view, std::string_view> NAMED[] = {{"&lt;", "&#60;"},
                                                                   {"&gt;", "&#62;"},
                                                                   {"&amp;", "&#38;"},
                                                                   {"&quot;", "&#34;"},
                                                                   {"&apos;", "&#39;"}};

// The size of one of these at the beginning, whose number is appended; else 0.
std::size_t append_number(std::string_view text, std::string& xml) {
    for (const auto& [name, number] : NAMED) {
        if (!text.starts_with(name)) continue;
        xml += number;
        return name.size();
    }
    return 0;
}

}  // namespace

void prepare_xml(std::string& xml) {
    for (std::size_t at = 0; at < xml.size(); ++at) {
        const std::size_t size = forbidden_length(std::string_view(xml).substr(at));
        std::fill_n(xml.begin() + static_cast<std::ptrdiff_t>(at), size, ' ');
    }
    constexpr std::string_view CDATA = "<![CDATA[";
    constexpr std::string_view CDATA_END = "]]>";
    std::string prepared;
    prepared.reserve(xml.size());
    for (std::string_view rest = xml; !rest.empty();) {
        const std::size_t plain = std::min(rest.find_first_of("&<"), rest.size());
        prepared += rest.substr(0, plain);
        rest.remove_prefix(plain);
        if (rest.empty()) break;
        std::size_t size = std::max<std::size_t>(1, untouched_length(rest));
        if (rest.starts_with(CDATA)) {
            rest.remove_prefix(CDATA.size());
            const std::size_t end = std::min(rest.find(CDATA_END), rest.size());
            append_escaped(rest.substr(0, end), prepared);
            size = std::min(end + CDATA_END.size(), rest.size());
        } else if (rest[0] == '<' && is_cut_tag(rest)) {
            break;
        } else if (const std::size_t named = append_number(rest, prepared); named != 0) {
            size = named;
        } else if ((rest[0] == '&' && !begins_reference(rest)) ||
                   (rest[0] == '<' && !begins_markup(rest))) {
            append_escaped(rest.substr(0, size), prepared);
        } else {
            prepared += rest.substr(0, size);
        }
        rest.remove_prefix(size);
    }
    xml = std::move(prepared);
}

}  // namespace descry
