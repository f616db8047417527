#include "html_charset.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>

#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <descry/analyzers/utf8.h>

#include "html_layout.h"

namespace descry {

namespace {

constexpr std::string_view BYTE_ORDER_MARK = "\xEF\xBB\xBF";

struct CloseConverter {
    void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

/// Names that browsers take for a larger encoding (WHATWG's Encoding Standard, section 4.2).
constexpr struct {
    const char* name;
    const char* meaning;
} LARGER_ENCODINGS[] = {
    {"iso-8859-1", "windows-1252"}, {"latin1", "windows-1252"},
    {"us-ascii", "windows-1252"},   {"ascii", "windows-1252"},
    {"iso-8859-9", "windows-1254"}, {"iso-8859-11", "windows-874"},
    {"tis-620", "windows-874"},     {"gb2312", "gb18030"},
    {"euc-kr", "windows-949"},      {"ks_c_5601-1987", "windows-949"},
};

/// Null where ICU knows no such name.
Converter open_converter(std::string_view name) {
    const std::size_t begin = name.find_first_not_of(HTML_WHITE_SPACE);
    if (begin == std::string_view::npos) return nullptr;
    const std::size_t end = name.find_last_not_of(HTML_WHITE_SPACE) + 1;
    std::string known(name.substr(begin, end - begin));
    for (const auto& [small, meaning] : LARGER_ENCODINGS) {
        if (ucnv_compareNames(known.c_str(), small) == 0) known = meaning;
    }
    UErrorCode status = U_ZERO_ERROR;
    Converter converter(ucnv_open(known.c_str(), &status));
    return U_SUCCESS(status) ? std::move(converter) : nullptr;
}

const char* byte_order_mark_of(std::string_view html) {
    if (html.starts_with(BYTE_ORDER_MARK)) return "utf-8";
    if (html.starts_with("\xFE\xFF")) return "utf-16be";
    if (html.starts_with("\xFF\xFE")) return "utf-16le";
    return nullptr;
}

/// The value of "charset = value" within one tag, in lower case as is all of @a tag. Reads
/// charset="x" as well as content="text/html; charset=x".
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

/// The encoding that a <meta> of the first 1024 bytes names; empty where there is none.
std::string find_meta_charset(std::string_view html) {
    std::string head(html.substr(0, 1024));
    std::transform(head.begin(), head.end(), head.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::string_view rest = head;
    while (true) {
        rest.remove_prefix(std::min(rest.find('<'), rest.size()));
        if (rest.empty()) return {};
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

/// Null where the document is UTF-8, by its own word or because nothing else is known of it.
Converter find_converter(std::string_view html, std::string_view charset) {
    if (Converter converter = open_converter(charset)) return converter;
    if (const char* const marked = byte_order_mark_of(html)) return open_converter(marked);
    Converter converter = open_converter(find_meta_charset(html));
    // Whatever was read as ASCII is not UTF-16.
    if (converter && ucnv_getMinCharSize(converter.get()) == 1) return converter;
    return is_valid_utf8(html) ? nullptr : open_converter("windows-1252");
}

bool is_utf8(const UConverter* converter) {
    return converter == nullptr || ucnv_getType(converter) == UCNV_UTF8;
}

}  // namespace

std::string html_to_utf8(std::string_view html, std::string_view charset) {
    const Converter converter = find_converter(html, charset);
    std::string text;
    if (is_utf8(converter.get())) {
        text = html;
        repair_utf8(text);
    } else {
        if (html.size() >= std::size_t{std::numeric_limits<std::int32_t>::max()} / 2) {
            throw std::length_error("an HTML document of " + std::to_string(html.size()) +
                                    " bytes is too large to be converted to UTF-8");
        }
        UErrorCode status = U_ZERO_ERROR;
        icu::UnicodeString units(html.data(), static_cast<std::int32_t>(html.size()),
                                 converter.get(), status);
        if (units.isBogus()) throw std::bad_alloc();
        // ICU's sign for a single byte that an encoding does not have.
        units.findAndReplace(icu::UnicodeString(u'\x1A'), icu::UnicodeString(u'\uFFFD'));
        units.toUTF8String(text);
    }
    if (text.starts_with(BYTE_ORDER_MARK)) text.erase(0, BYTE_ORDER_MARK.size());
    return text;
}

}  // namespace descry
