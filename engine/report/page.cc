#include "engine/report/page.h"

#include <string>

#include <descry/hashing/hash.h>

namespace descry {

namespace {

constexpr std::string_view STYLE_OF_ALL = R"(
:root{color-scheme:light dark;--text:#1d232a;--back:#fff;--card:#f5f6f8;--line:#c9ced6;--soft:#4b5563;--stay:#1a6b5d;--go:#a3341f;--ins:#cdebd3;--del:#fbd3cd;--link:#0b57a4}
@media(prefers-color-scheme:dark){:root{--text:#e4e7eb;--back:#14171a;--card:#1e2226;--line:#454c55;--soft:#b3bac4;--stay:#4fb7a3;--go:#ee8a74;--ins:#1f4a2a;--del:#5c251c;--link:#8cc1f5}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back)}
main,header{max-width:70rem;margin:0 auto;padding:0 1rem}
h1{font-size:1.7rem;margin:1.5rem 0 .5rem}h2{font-size:1.25rem;margin:2.5rem 0 .5rem}
p{max-width:46rem;margin:.5rem 0}a{color:var(--link)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.8rem 0}
th,td{text-align:right;padding:.2rem .8rem .2rem 0;border-bottom:1px solid var(--line);font-weight:400}
th:first-child,td:first-child{text-align:left}thead th{color:var(--soft)}
.small{color:var(--soft);font-size:.875rem}
)";

// A command may name thousands of files.
constexpr std::size_t MOST_BYTES_OF_A_FACT = 4000;

bool is_within_character(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
}

}  // namespace

std::string with_middle_left_out(std::string_view text, std::size_t most) {
    constexpr std::string_view LEFT_OUT = "…";
    if (text.size() <= most) return std::string(text);
    const std::size_t shown = most > LEFT_OUT.size() ? most - LEFT_OUT.size() : 0;
    std::size_t first = (shown + 1) / 2;
    std::size_t last = text.size() - shown / 2;
    while (is_within_character(text, first))
        --first;
    while (is_within_character(text, last))
        ++last;
    return std::string(text.substr(0, first)).append(LEFT_OUT).append(text.substr(last));
}

void begin_page(HtmlWriter& to, const PageHead& head, std::string_view style) {
    to.begin("html", {{"lang", "en"}});
    to.begin("head");
    const std::string sheet = std::string(STYLE_OF_ALL).append(style);
    to.element("meta", {{"charset", "utf-8"}});
    to.element("meta", {{"http-equiv", "Content-Security-Policy"},
                        {"content",
                         "default-src 'none'; base-uri 'none'; form-action 'none'; "
                         "style-src 'sha256-" +
                             sha256_base64(sheet) + "'"}});
    to.element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
    to.element("meta", {{"name", "generator"}, {"content", "descry"}});
    to.element("title", {}, head.title);
    to.style(sheet);
    to.end();
    to.begin("body");
    to.begin("header");
    to.element("h1", {}, head.heading);
    to.begin("dl");
    for (const auto& [name, value] : head.facts) {
        to.element("dt", {}, name);
        to.element("dd", {}, with_middle_left_out(value, MOST_BYTES_OF_A_FACT));
    }
    to.end();
    to.end();
    to.begin("main");
}

}  // namespace descry
