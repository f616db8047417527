#include "engine/report/page.h"

#include <algorithm>
#include <string>

#include <descry/hashing/hash.h>

namespace descry {

namespace {

// A command may name thousands of files.
constexpr std::size_t MOST_BYTES_OF_A_FACT = 4000;

bool is_within_character(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
}

}  // namespace

std::string with_middle_elided(std::string_view text, std::size_t most) {
    constexpr std::string_view ELLIPSIS = "…";
    if (text.size() <= most) return std::string(text);
    const std::size_t shown = most > ELLIPSIS.size() ? most - ELLIPSIS.size() : 0;
    std::size_t first = (shown + 1) / 2;
    std::size_t last = text.size() - shown / 2;
    while (is_within_character(text, first))
        --first;
    while (is_within_character(text, last))
        ++last;
    return std::string(text.substr(0, first)).append(ELLIPSIS).append(text.substr(last));
}

bool is_safe_link(std::string_view address) {
    if (address.empty()) return false;
    if (std::ranges::any_of(address, [](unsigned char byte) { return byte <= ' ' || byte == 127; }))
        return false;
    const std::size_t colon = address.find(':');
    if (colon > address.find_first_of("/?#")) return true;
    if (colon == std::string_view::npos) return true;
    std::string scheme(address.substr(0, colon));
    for (char& letter : scheme)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return scheme == "http" || scheme == "https";
}

void write_link(HtmlWriter& to, std::string_view name, std::string_view address) {
    if (is_safe_link(address)) {
        to.element("a", {{"href", address}, {"dir", "auto"}}, name);
    } else {
        to.element("span", {{"dir", "auto"}}, name);
    }
}

std::string page_policy(const PageHead& head, std::string_view style) {
    std::string policy = "default-src 'none'; base-uri 'none'; form-action ";
    policy += head.is_served ? "'self'; connect-src 'self'" : "'none'";
    policy += "; style-src 'sha256-" + sha256_base64(std::string(PAGE_STYLE).append(style)) + "'";
    if (head.has_script) policy += "; script-src 'sha256-" + sha256_base64(PAGE_SCRIPT) + "'";
    return policy;
}

void write_facts(HtmlWriter& to, const PageFacts& facts) {
    if (facts.empty()) return;
    to.begin("dl");
    for (const auto& [name, value] : facts) {
        to.element("dt", {}, name);
        to.element("dd", {}, with_middle_elided(value, MOST_BYTES_OF_A_FACT));
    }
    to.end();
}

void begin_scrolled(HtmlWriter& to, std::string_view kind, std::string_view name) {
    to.begin("div", {{"class", kind}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", name}});
}

void begin_table(HtmlWriter& to, std::string_view kind, std::string_view name,
                 std::span<const std::string_view> columns) {
    begin_scrolled(to, "wide tall", name);
    to.begin("table", {{"class", kind}});
    to.begin("thead");
    to.begin("tr");
    for (const std::string_view column : columns)
        if (!column.empty()) to.element("th", {{"scope", "col"}}, column);
    to.end();
    to.end();
    to.begin("tbody");
}

void end_table(HtmlWriter& to) {
    to.end();
    to.end();
    to.end();
}

void begin_page(HtmlWriter& to, const PageHead& head, std::string_view style) {
    to.begin("html", {{"lang", "en"}});
    to.begin("head");
    to.element("meta", {{"charset", "utf-8"}});
    to.element("meta",
               {{"http-equiv", "Content-Security-Policy"}, {"content", page_policy(head, style)}});
    to.element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
    to.element("meta", {{"name", "generator"}, {"content", "descry"}});
    to.element("title", {}, head.title);
    to.style(std::string(PAGE_STYLE).append(style));
    to.end();
    to.begin("body");
    to.begin("header");
    if (!head.navigation.empty()) {
        to.begin("nav", {{"aria-label", "Pages"}});
        to.begin("ul");
        for (const PageLink& link : head.navigation) {
            to.begin("li");
            to.element("a",
                       {{"href", link.address},
                        {"aria-current", link.is_current ? "page" : std::string_view()}},
                       link.name);
            to.end();
        }
        to.end();
        to.end();
    }
    to.element("h1", {{"dir", "auto"}}, head.heading);
    write_facts(to, head.facts);
    to.end();
    to.begin("main");
}

std::string end_page(HtmlWriter& to, const PageHead& head) {
    to.end();
    if (head.has_script) to.script(PAGE_SCRIPT);
    return to.finish();
}

}  // namespace descry
