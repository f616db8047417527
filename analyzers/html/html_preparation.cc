#include <algorithm>
#include <cctype>
#include <string_view>

#include "analyzers/html/html_layout.h"

namespace descry {

namespace {

bool starts_with_end_of_html(std::string_view html) {
    constexpr std::string_view END = "</html";
    return std::ranges::equal(html.substr(0, END.size()), END, [](char c, char expected) {
        return std::tolower(static_cast<unsigned char>(c)) == expected;
    });
}

/// Whether a comment that ends at the next ">" begins here, or a tag that would stop libxml2.
bool is_to_be_hidden(std::string_view html) {
    if (!html.starts_with("<!")) return starts_with_end_of_html(html);
    if (html.starts_with("<!--")) return html.starts_with("<!-->") || html.starts_with("<!--->");
    return html.size() > 2 && html[2] != '>';
}

}  // namespace

void prepare_html(std::string& html) {
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
