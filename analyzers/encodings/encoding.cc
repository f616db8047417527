#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>
#include <utility>

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/unistr.h>

#include <descry/analyzers/encoding.h>

#include "analyzers/encodings/stray_bytes.h"
#include "analyzers/encodings/utf8_reading.h"
#include "analyzers/html/html_layout.h"
#include "analyzers/utf8.h"

namespace descry {

namespace {

using Converter = std::unique_ptr<UConverter, decltype([](UConverter* it) { ::ucnv_close(it); })>;

// Names that browsers understand as a larger encoding (WHATWG's Encoding Standard, 4.2).
constexpr std::pair<const char*, const char*> LARGER_ENCODINGS[] = {
    {"iso-8859-1", "windows-1252"},
    {"iso-8859-9", "windows-1254"},
    {"iso-8859-11", "windows-874"},
    {"tis-620", "windows-874"},
    {"gb2312", "gb18030"},
    {"euc-kr", "windows-949"},
    {"ks_c_5601-1987", "windows-949"}};

bool is_name(const std::string& name, const char* other) {
    return ::ucnv_compareNames(name.c_str(), other) == 0;
}

// ICU's name; empty if unknown.
std::string known_name(std::string_view given) {
    const std::size_t begin = std::min(given.find_first_not_of(HTML_WHITE_SPACE), given.size());
    const std::size_t end = given.find_last_not_of(HTML_WHITE_SPACE) + 1;
    std::string name(given.substr(begin, std::max(begin, end) - begin));
    if (name.empty() || is_name(name, "us-ascii") || is_name(name, "ascii")) return {};
    if (is_name(name, "latin1")) name = "iso-8859-1";
    for (const auto& [smaller, meaning] : LARGER_ENCODINGS) {
        if (is_name(name, smaller)) name = meaning;
    }
    UErrorCode status = U_ZERO_ERROR;
    const Converter converter(::ucnv_open(name.c_str(), &status));
    if (U_FAILURE(status) || ::ucnv_getType(converter.get()) == UCNV_US_ASCII) return {};
    return ::ucnv_getType(converter.get()) == UCNV_UTF8 ? "UTF-8" : name;
}

struct Strays {
    std::size_t count = 0;
    /// UTF-16 and UTF-32, where no single byte is ASCII.
    bool is_of_units = false;
    bool is_little_endian = false;
};

// A surrogate without its half; 0 if the bytes are not one.
unsigned surrogate_of(const unsigned char* bytes, std::size_t size, bool is_little_endian) {
    if (size != 2) return 0;
    for (const bool swaps : {is_little_endian, !is_little_endian}) {
        const unsigned unit = swaps ? bytes[1] << 8U | bytes[0] : bytes[0] << 8U | bytes[1];
        if (unit >= 0xD800 && unit < 0xE000) return unit;
    }
    return 0;
}

// ICU's callback for bytes without a meaning.
void U_CALLCONV keep_strays(const void* context, UConverterToUnicodeArgs* arguments,
                            const char* bytes, std::int32_t size, UConverterCallbackReason reason,
                            UErrorCode* status) {
    if (reason > UCNV_IRREGULAR) return;
    *status = U_ZERO_ERROR;
    auto& strays = *static_cast<Strays*>(const_cast<void*>(context));
    strays.count += static_cast<std::size_t>(size);
    const auto* const raw = reinterpret_cast<const unsigned char*>(bytes);
    std::string text;
    if (const unsigned half = strays.is_of_units ? surrogate_of(raw, static_cast<std::size_t>(size),
                                                                strays.is_little_endian)
                                                 : 0;
        half != 0) {
        append_half_character(text, half);
    } else {
        for (std::int32_t i = 0; i < size; ++i) {
            if (raw[i] < 0x80 && !strays.is_of_units) {
                text += bytes[i];
            } else {
                append_byte_letter(text, raw[i]);
            }
        }
    }
    const icu::UnicodeString units = icu::UnicodeString::fromUTF8(text);
    ::ucnv_cbToUWriteUChars(arguments, units.getBuffer(), units.length(), 0, status);
}

Converter open_converter(const std::string& name, Strays& strays) {
    UErrorCode status = U_ZERO_ERROR;
    Converter converter(::ucnv_open(name.c_str(), &status));
    if (U_FAILURE(status)) throw std::invalid_argument("ICU has no encoding " + name);
    strays.is_of_units = ::ucnv_getMinCharSize(converter.get()) > 1;
    strays.is_little_endian = name.ends_with("LE") || name.ends_with("le");
    ::ucnv_setToUCallBack(converter.get(), keep_strays, &strays, nullptr, nullptr, &status);
    return converter;
}

bool is_of_single_bytes(const UConverter* converter) {
    const UConverterType type = ::ucnv_getType(converter);
    return type == UCNV_SBCS || type == UCNV_LATIN_1;
}

}  // namespace

struct TextEncoding::Table {
    struct Character {
        std::string text;
        bool is_stray = false;
    };
    std::array<Character, 256> characters;

    // Each byte above 127 is a letter of its own.
    Table() {
        for (unsigned byte = 0; byte < characters.size(); ++byte) {
            if (byte < 0x80) {
                characters[byte].text = std::string(1, static_cast<char>(byte));
            } else {
                append_byte_letter(characters[byte].text, static_cast<unsigned char>(byte));
            }
        }
    }

    Table(UConverter* converter, Strays& strays) : Table() {
        for (unsigned byte = 0; byte < characters.size(); ++byte) {
            const char c = static_cast<char>(byte);
            const std::size_t before = strays.count;
            UErrorCode status = U_ZERO_ERROR;
            const icu::UnicodeString unit(&c, 1, converter, status);
            // Control characters of an encoding are bytes that its makers left free.
            const bool is_free =
                byte >= 0x80 && unit.length() == 1 && unit[0] >= 0x80 && unit[0] < 0xA0;
            characters[byte].is_stray = strays.count != before || is_free;
            if (characters[byte].is_stray) continue;
            characters[byte].text.clear();
            unit.toUTF8String(characters[byte].text);
        }
    }
};

TextEncoding::TextEncoding() : name_("UTF-8") {}

TextEncoding::TextEncoding(std::string name) : name_(std::move(name)) {
    if (name_ == UNKNOWN) {
        table_ = std::make_shared<const Table>();
    } else if (name_ != "UTF-8") {
        Strays strays;
        const Converter converter = open_converter(name_, strays);
        if (is_of_single_bytes(converter.get()))
            table_ = std::make_shared<const Table>(converter.get(), strays);
    }
}

std::optional<TextEncoding> TextEncoding::named(std::string_view name) {
    std::string known = known_name(name);
    if (known.empty()) return std::nullopt;
    return TextEncoding(std::move(known));
}

std::optional<TextEncoding> TextEncoding::marked(std::string_view bytes) {
    using std::string_view_literals::operator""sv;
    if (bytes.starts_with(UTF8_MARK)) return TextEncoding();
    if (bytes.starts_with("\xFF\xFE\0\0"sv)) return TextEncoding("UTF-32LE");
    if (bytes.starts_with("\0\0\xFE\xFF"sv)) return TextEncoding("UTF-32BE");
    if (bytes.starts_with("\xFE\xFF")) return TextEncoding("UTF-16BE");
    if (bytes.starts_with("\xFF\xFE")) return TextEncoding("UTF-16LE");
    return std::nullopt;
}

std::string_view xml_declared_encoding(std::string_view text) {
    if (!text.starts_with("<?xml")) return {};
    std::string_view declaration = text.substr(0, text.find("?>"));
    const std::size_t name = declaration.find("encoding");
    if (name == std::string_view::npos) return {};
    declaration.remove_prefix(name);
    const std::size_t quote = declaration.find_first_of("\"'");
    if (quote == std::string_view::npos) return {};
    const std::size_t end = declaration.find(declaration[quote], quote + 1);
    if (end == std::string_view::npos) return {};
    return declaration.substr(quote + 1, end - quote - 1);
}

bool TextEncoding::holds_ascii() const {
    if (is_utf8()) return true;
    std::string ascii;
    for (char c = ' '; c < '\x7F'; ++c)
        ascii += c;
    std::string decoded = ascii;
    // Encodings of Japan and Korea have their currency sign instead of the backslash.
    return decode(decoded) == 0 && decoded.size() >= ascii.size() &&
           decoded.starts_with(ascii.substr(0, ascii.find('\\')));
}

std::size_t TextEncoding::decode(std::string& bytes) const {
    const std::size_t strays = is_utf8()           ? repair_utf8(bytes)
                               : table_ != nullptr ? decode_by_table(bytes)
                                                   : decode_by_icu(bytes);
    if (bytes.starts_with(UTF8_MARK)) bytes.erase(0, UTF8_MARK.size());
    return strays;
}

std::size_t TextEncoding::decode_by_table(std::string& bytes) const {
    std::size_t size = 0;
    for (const char c : bytes)
        size += table_->characters[static_cast<unsigned char>(c)].text.size();
    std::string text;
    text.reserve(size);
    std::size_t strays = 0;
    for (const char c : bytes) {
        const Table::Character& character = table_->characters[static_cast<unsigned char>(c)];
        text += character.text;
        strays += character.is_stray ? 1U : 0U;
    }
    bytes = std::move(text);
    return strays;
}

std::size_t TextEncoding::decode_by_icu(std::string& bytes) const {
    constexpr std::size_t ICU_MOST = std::size_t{1} << 30;
    if (bytes.size() >= ICU_MOST) throw std::length_error("too large to be converted to UTF-8");
    Strays strays;
    const Converter converter = open_converter(name_, strays);
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeString units(bytes.data(), static_cast<std::int32_t>(bytes.size()),
                                   converter.get(), status);
    if (units.isBogus()) throw std::bad_alloc();
    bytes.clear();
    units.toUTF8String(bytes);
    // Surrogates without their half.
    return strays.count + repair_utf8(bytes);
}

}  // namespace descry
