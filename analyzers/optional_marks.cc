#include "optional_marks.h"

#include <stdexcept>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

namespace descry {

namespace {

// Arabic: the short vowels, doubling and other signs of reading; not the hamza and madda that make
// letters. Hebrew: points and accents.
bool is_vowel_sign(UChar32 c) {
    return (c >= 0x0591 && c <= 0x05C7 && u_charType(c) == U_NON_SPACING_MARK) ||
           (c >= 0x0610 && c <= 0x061A) || (c >= 0x064B && c <= 0x0652) ||
           (c >= 0x0656 && c <= 0x065F) || c == 0x0670 ||
           (c >= 0x06D6 && c <= 0x06ED && u_charType(c) == U_NON_SPACING_MARK);
}

// @param base the letter before
bool is_accent(UChar32 c, UChar32 base) {
    if (u_charType(c) != U_NON_SPACING_MARK) return false;
    constexpr UChar32 GRAVE = 0x0300;
    constexpr UChar32 ACUTE = 0x0301;
    constexpr UChar32 MACRON = 0x0304;
    constexpr UChar32 BREVE = 0x0306;
    UErrorCode ignored = U_ZERO_ERROR;
    switch (uscript_getScript(base, &ignored)) {
        case USCRIPT_GREEK:
            return true;
        case USCRIPT_CYRILLIC:
            return c == GRAVE || c == ACUTE;
        case USCRIPT_LATIN:
            return c == MACRON || c == BREVE;
        default:
            return false;
    }
}

const icu::Normalizer2& checked(const icu::Normalizer2* form, UErrorCode error) {
    if (U_FAILURE(error)) throw std::runtime_error("ICU lacks its data of normal forms");
    return *form;
}

const icu::Normalizer2& decomposed_form() {
    UErrorCode error = U_ZERO_ERROR;
    const icu::Normalizer2* const form = icu::Normalizer2::getNFDInstance(error);
    return checked(form, error);
}

const icu::Normalizer2& composed_form() {
    UErrorCode error = U_ZERO_ERROR;
    const icu::Normalizer2* const form = icu::Normalizer2::getNFCInstance(error);
    return checked(form, error);
}

}  // namespace

bool may_have_optional_marks(std::string_view text, const AnalyzerRecipe& recipe) {
    if (recipe.rules < WordRules::VERSION_4) return false;
    // The lead bytes of what has any, or becomes it by NFKC_Casefold: of Hebrew and Arabic and of
    // their presentation forms, or of all above U+00FF.
    constexpr unsigned OF_PRESENTATION_FORMS = 0xEF;
    const unsigned first = recipe.fold_marks ? 0xC4 : 0xD6;
    const unsigned last = recipe.fold_marks ? 0xF4 : 0xDB;
    unsigned met = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        met |= static_cast<unsigned>(byte - first <= last - first) |
               static_cast<unsigned>(byte == OF_PRESENTATION_FORMS);
    }
    return met != 0;
}

void drop_optional_marks(std::string_view word, const AnalyzerRecipe& recipe, std::string& out) {
    out.clear();
    icu::UnicodeString text =
        icu::UnicodeString::fromUTF8({word.data(), static_cast<std::int32_t>(word.size())});
    UErrorCode error = U_ZERO_ERROR;
    if (recipe.fold_marks) text = decomposed_form().normalize(text, error);
    icu::UnicodeString kept;
    UChar32 base = 0;
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const UChar32 c = text.char32At(i);
        if (is_vowel_sign(c) || (recipe.fold_marks && is_accent(c, base))) continue;
        if (u_charType(c) != U_NON_SPACING_MARK) base = c;
        kept.append(c);
    }
    if (recipe.fold_marks) kept = composed_form().normalize(kept, error);
    if (U_FAILURE(error) || kept == text) {
        out = word;
        return;
    }
    kept.toUTF8String(out);
}

}  // namespace descry
