#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "analyzers/html/html_layout.h"

namespace descry {

namespace {

/// @param start in lower case
bool begins_with(std::string_view html, std::string_view start) {
    return std::ranges::equal(html.substr(0, start.size()), start, [](char c, char expected) {
        return std::tolower(static_cast<unsigned char>(c)) == expected;
    });
}

constexpr std::string_view CDATA = "<![CDATA[";

/// Whether the root element, or an XML declaration before it, says that @a html is XHTML.
bool is_xhtml(std::string_view html) {
    html.remove_prefix(std::min(html.find_first_not_of(HTML_WHITE_SPACE), html.size()));
    if (html.starts_with("<?xml")) return true;
    std::size_t root = html.find('<');
    while (root != html.npos && !begins_with(html.substr(root), "<html"))
        root = html.find('<', root + 1);
    if (root == html.npos) return false;
    return html.substr(root, html.find('>', root) - root).find("xmlns") != html.npos;
}

/// The size of a comment or script at the start of @a html; 0 if there is none.
std::size_t size_of_raw(std::string_view html) {
    for (const auto& [start, end] : {std::pair<std::string_view, std::string_view>{"<!--", "-->"},
                                     {"<script", "</script"},
                                     {"<style", "</style"}}) {
        if (!begins_with(html, start)) continue;
        std::size_t at = 2;  // a comment may be "<!-->"
        while (at < html.size() && !begins_with(html.substr(at), end))
            ++at;
        return at;
    }
    return 0;
}

void append_escaped(std::string_view text, std::string& html) {
    for (const char c : text) {
        if (c == '&') {
            html += "&amp;";
        } else if (c == '<') {
            html += "&lt;";
        } else {
            html += c;
        }
    }
}

/// Makes text of the CDATA sections of XHTML.
void unwrap_cdata(std::string& html) {
    if (html.find(CDATA) == html.npos || !is_xhtml(html)) return;
    constexpr std::string_view END = "]]>";
    std::string unwrapped;
    for (std::string_view rest = html; !rest.empty();) {
        std::size_t size = std::min(rest.find('<', 1), rest.size());
        if (rest.starts_with(CDATA)) {
            rest.remove_prefix(CDATA.size());
            const std::size_t end = std::min(rest.find(END), rest.size());
            append_escaped(rest.substr(0, end), unwrapped);
            size = std::min(end + END.size(), rest.size());
        } else {
            size = std::max(size, size_of_raw(rest));
            unwrapped += rest.substr(0, size);
        }
        rest.remove_prefix(size);
    }
    html = std::move(unwrapped);
}

/// Whether a comment that ends at the next ">" begins here, or a tag that would stop libxml2.
bool is_to_be_hidden(std::string_view html) {
    if (!html.starts_with("<!")) return begins_with(html, "</html");
    if (html.starts_with("<!--")) return html.starts_with("<!-->") || html.starts_with("<!--->");
    return html.size() > 2 && html[2] != '>';
}

}  // namespace

void prepare_html(std::string& html) {
    unwrap_cdata(html);
    std::size_t written = 0;
    bool is_in_comment = false;
    const std::size_t last_close = html.rfind('>');
    for (std::size_t i = 0; i < html.size(); ++i) {
        const char c = html[i];
        if (c == '\0' || (c == '\r' && html[i + 1] == '\n')) continue;
        if (c == '<' && !is_in_comment) {
            const std::string_view rest = std::string_view(html).substr(i, 6);
            const bool is_cut = last_close == std::string::npos || i > last_close;
            if (is_cut && (is_to_be_hidden(rest) || rest.starts_with("<?"))) break;
            if (is_to_be_hidden(rest)) {
                html[i + 1] = '?';
                html[i + 2] = 'x';
            } else {
                is_in_comment = rest.starts_with("<!--");
            }
        }
        html[written++] = c == '\r' ? '\n' : c == '\f' ? ' ' : c;
        if (c == '>' && std::string_view(html).substr(0, written).ends_with("-->")) {
            is_in_comment = false;
        }
    }
    html.resize(written);
}

}  // namespace descry
