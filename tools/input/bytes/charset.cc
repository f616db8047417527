#include "input/bytes/charset.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>

#include <strings.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <descry/analyzers/utf8.h>

#include "input/bytes/byte_source.h"

namespace descry {

namespace {

using Converter = std::unique_ptr<UConverter, decltype([](UConverter* it) { ::ucnv_close(it); })>;

// Names that senders give to what is in truth a larger encoding (WHATWG's Encoding Standard, 4.2).
constexpr struct {
    const char* name;
    const char* meaning;
} LARGER_ENCODINGS[] = {
    {"iso-8859-1", "windows-1252"}, {"us-ascii", "windows-1252"}, {"iso-8859-9", "windows-1254"},
    {"gb2312", "gb18030"},          {"euc-kr", "windows-949"},    {"ks_c_5601-1987", "windows-949"},
};

// Null where ICU knows no such name.
Converter open_converter(std::string name) {
    if (name.empty()) return nullptr;
    for (const auto& [smaller, meaning] : LARGER_ENCODINGS) {
        if (::ucnv_compareNames(name.c_str(), smaller) == 0) name = meaning;
    }
    UErrorCode status = U_ZERO_ERROR;
    Converter converter(::ucnv_open(name.c_str(), &status));
    return U_SUCCESS(status) ? std::move(converter) : nullptr;
}

// ICU replaces what is ill-formed itself: by U+FFFD, or by U+001A for single bytes.
std::size_t convert(std::string& bytes, UConverter& converter) {
    constexpr std::size_t ICU_MOST = std::size_t{1} << 30;
    if (bytes.size() >= ICU_MOST) throw InputError("too large to be converted to UTF-8");
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeString units(bytes.data(), static_cast<std::int32_t>(bytes.size()), &converter,
                             status);
    if (units.isBogus()) throw std::bad_alloc();
    units.findAndReplace(icu::UnicodeString(u'\x1A'), icu::UnicodeString(u'\uFFFD'));
    const char16_t* begin = units.getBuffer();
    auto replaced = std::count(begin, begin + units.length(), u'\uFFFD');
    bytes.clear();
    units.toUTF8String(bytes);
    return static_cast<std::size_t>(replaced) + repair_utf8(bytes);
}

}  // namespace

bool begins_in_any_case(std::string_view text, std::string_view part) {
    return text.size() >= part.size() && ::strncasecmp(text.data(), part.data(), part.size()) == 0;
}

bool ends_in_any_case(std::string_view text, std::string_view part) {
    return text.size() >= part.size() &&
           begins_in_any_case(text.substr(text.size() - part.size()), part);
}

bool equal_in_any_case(std::string_view text, std::string_view part) {
    return text.size() == part.size() && begins_in_any_case(text, part);
}

bool has_utf16_mark(std::string_view bytes) {
    return bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff");
}

std::size_t to_utf8(std::string& bytes, std::string_view charset) {
    Converter converter = open_converter(std::string(charset));
    if (converter == nullptr && has_utf16_mark(bytes)) converter = open_converter("UTF-16");
    std::size_t replaced = 0;
    if (converter != nullptr && ::ucnv_getType(converter.get()) != UCNV_UTF8) {
        replaced = convert(bytes, *converter);
    } else {
        replaced = repair_utf8(bytes);
    }
    if (bytes.starts_with(UTF8_MARK)) bytes.erase(0, UTF8_MARK.size());
    return replaced;
}

}  // namespace descry
