#include <algorithm>
#include <cctype>

#include <descry/analyzers/html_text.h>

#include "analyzers/html/html_layout.h"

namespace descry {

namespace {

/// The value of "charset = value" in a lower-case tag, also within content="text/html; ...".
std::string_view charset_of_meta(std::string_view tag) {
    for (std::size_t at = tag.find("charset"); at != std::string_view::npos;
         at = tag.find("charset", at + 1)) {
        std::string_view rest = tag.substr(at + std::string_view("charset").size());
        const auto skip = [&](std::string_view characters) {
            rest.remove_prefix(std::min(rest.find_first_not_of(characters), rest.size()));
        };
        skip(HTML_WHITE_SPACE);
        if (!rest.starts_with('=')) continue;
        rest.remove_prefix(1);
        skip(" \t\n\f\r\"'");
        return rest.substr(0, rest.find_first_of(" \t\n\f\r\"';/"));
    }
    return {};
}

/// The encoding named by a <meta> in the first 1024 bytes; empty if none.
std::string find_meta_charset(std::string_view html) {
    std::string head(html.substr(0, 1024));
    std::transform(head.begin(), head.end(), head.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::string_view rest = head;
    while (true) {
        rest.remove_prefix(std::min(rest.find('<'), rest.size()));
        if (rest.empty()) return {};
        if (rest.starts_with("<?xml")) {
            const std::string_view charset = xml_declared_encoding(rest);
            if (!charset.empty()) return std::string(charset);
        }
        const bool is_comment = rest.starts_with("<!--");
        const std::string_view end = is_comment ? "-->" : ">";
        const std::size_t size = std::min(rest.find(end, 1), rest.size());
        if (rest.starts_with("<meta")) {
            const std::string_view charset = charset_of_meta(rest.substr(0, size));
            if (!charset.empty()) return std::string(charset);
        }
        rest.remove_prefix(size);
    }
}

}  // namespace

std::optional<TextEncoding> html_encoding(std::string_view html, std::string_view charset) {
    if (auto encoding = TextEncoding::named(charset)) return encoding;
    if (auto encoding = TextEncoding::marked(html)) return encoding;
    auto encoding = TextEncoding::named(find_meta_charset(html));
    // A declaration readable as ASCII rules out UTF-16.
    return encoding && encoding->holds_ascii() ? encoding : std::nullopt;
}

}  // namespace descry
