#include "analyzers/encodings/stray_bytes.h"

#include <array>

#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include "analyzers/encodings/utf8_reading.h"

namespace descry {

namespace {

constexpr UChar32 FIRST_VAI_LETTER = 0xA500;

constexpr std::array<char16_t, 32> WINDOWS_1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

UScriptCode script_of(UChar32 c) {
    UErrorCode status = U_ZERO_ERROR;
    return uscript_getScript(c, &status);
}

/// Scripts without spaces between words, where any sign may follow any other.
bool is_ideographic(UChar32 c) {
    switch (script_of(c)) {
        case USCRIPT_HAN:
        case USCRIPT_HIRAGANA:
        case USCRIPT_KATAKANA:
        case USCRIPT_HANGUL:
        case USCRIPT_BOPOMOFO:
            return true;
        default:
            return false;
    }
}

bool is_letter(UChar32 c) {
    return u_isalpha(c) != 0 && !is_ideographic(c);
}

bool is_symbol(UChar32 c) {
    return (U_GET_GC_MASK(c) & U_GC_S_MASK) != 0;
}

bool is_sign(UChar32 c) {
    return c >= 0x80 && (is_symbol(c) || is_letter(c));
}

bool is_of_script(UChar32 c, UChar32 neighbour) {
    if (u_isalpha(neighbour) == 0) return true;
    const UScriptCode ours = script_of(c);
    const UScriptCode theirs = script_of(neighbour);
    const auto is_any = [](UScriptCode script) {
        return script == USCRIPT_COMMON || script == USCRIPT_INHERITED;
    };
    return ours == theirs || is_any(ours) || is_any(theirs) ||
           (is_ideographic(c) && is_ideographic(neighbour));
}

/// The last code point of @a text other than our mark; 0 if none.
UChar32 last_code_point(std::string_view text) {
    UChar32 c = GRAPHEME_JOINER;
    while (!text.empty() && c == GRAPHEME_JOINER) {
        std::size_t begin = text.size() - 1;
        while (begin > 0 && U8_IS_TRAIL(text[begin]))
            --begin;
        std::size_t next = begin;
        c = take_code_point(text, next);
        text = text.substr(0, begin);
    }
    return c > 0 && c != GRAPHEME_JOINER ? c : 0;
}

UChar32 first_code_point(std::string_view bytes) {
    if (bytes.empty()) return 0;
    std::size_t next = 0;
    const UChar32 c = take_code_point(bytes, next);
    return c >= 0 ? c : windows_1252(static_cast<unsigned char>(bytes[0]));
}

}  // namespace

UChar32 windows_1252(unsigned char byte) {
    return byte < 0x80 || byte >= 0xA0 ? byte : WINDOWS_1252[byte - 0x80U];
}

bool fits_between(UChar32 before, UChar32 c, UChar32 after) {
    const bool is_within_word = is_letter(before) && is_letter(after);
    if (u_isalpha(c) != 0) {
        const bool is_late_capital =
            u_isupper(c) != 0 &&
            (u_islower(before) != 0 || (is_letter(before) && u_islower(after) != 0));
        return is_of_script(c, before) && is_of_script(c, after) && !is_late_capital;
    }
    switch (u_charType(c)) {
        case U_CONTROL_CHAR:
        case U_UNASSIGNED:
        case U_PRIVATE_USE_CHAR:
        case U_SURROGATE:
            return false;
        case U_SPACE_SEPARATOR:
        case U_NON_SPACING_MARK:
        case U_COMBINING_SPACING_MARK:
            return true;
        case U_FORMAT_CHAR:
            return is_within_word;
        case U_DASH_PUNCTUATION:
            return is_letter(before) == is_letter(after);
        case U_START_PUNCTUATION:
            return !is_letter(before);
        default:
            break;
    }
    constexpr std::u32string_view APOSTROPHES = U"\u2019\u2018\u00B4\u00B7";
    if (APOSTROPHES.find(static_cast<char32_t>(c)) != std::u32string_view::npos) return true;
    if (c == 0xA1 || c == 0xBF) return !is_letter(before);
    if (is_symbol(c) && (is_sign(before) || is_sign(after))) return false;
    return !is_within_word;
}

void append_code_point(std::string& text, UChar32 c) {
    icu::UnicodeString(c).toUTF8String(text);
}

void append_byte_letter(std::string& text, unsigned char byte) {
    // ASCII bytes, which only multi-byte units need, come after the others.
    append_code_point(text, FIRST_VAI_LETTER + (byte ^ 0x80));
}

void append_stray_byte(std::string& text, unsigned char byte, std::string_view rest) {
    const UChar32 c = windows_1252(byte);
    if (fits_between(last_code_point(text), c, first_code_point(rest))) {
        append_code_point(text, c);
    } else {
        append_byte_letter(text, byte);
    }
    append_code_point(text, GRAPHEME_JOINER);
}

}  // namespace descry
