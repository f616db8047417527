#include "analyzers/word_fold.h"

#include <utility>

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "analyzers/encodings/utf8_reading.h"
#include "analyzers/icu_text.h"

namespace descry {

void fold_as_one(const icu::Normalizer2& fold, std::string_view word, std::string& folded) {
    folded.clear();
    std::string stretch;
    std::string part;
    const auto end_stretch = [&] {
        normalise(fold, stretch, part);
        folded += part;
        stretch.clear();
    };
    for (std::size_t next = 0; next < word.size();) {
        const std::size_t begin = next;
        take_code_point(word, next);
        const std::string_view character = word.substr(begin, next - begin);
        normalise(fold, character, part);
        const std::string_view unfolded = part;
        const std::size_t first = unfolded.find_first_not_of(' ');
        if (first == std::string_view::npos) {
            stretch += character;  // deleted, or whitespace itself
        } else if (unfolded.find(' ', first) != std::string_view::npos) {
            end_stretch();
            folded += character;
        } else {
            stretch += first == 0 ? character : unfolded.substr(first);
        }
    }
    end_stretch();
}

namespace {

// Arabic: short vowels, doubling and other reading signs, but not the hamza and madda that make
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

}  // namespace

bool may_have_optional_marks(std::string_view text, const AnalyzerRecipe& recipe) {
    if (recipe.rules < WordRules::VERSION_4) return false;
    // The lead bytes of characters with such marks, or that NFKC_Casefold gives any: Hebrew, Arabic
    // and their presentation forms, or all above U+00FF.
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
    std::string decomposed(word);
    if (recipe.fold_marks) normalise(decomposed_form(), word, decomposed);
    std::string kept;
    UChar32 base = 0;
    for (std::size_t next = 0; next < decomposed.size();) {
        const std::size_t begin = next;
        const UChar32 c = take_code_point(decomposed, next);
        if (is_vowel_sign(c) || (recipe.fold_marks && is_accent(c, base))) continue;
        if (u_charType(c) != U_NON_SPACING_MARK) base = c;
        kept.append(decomposed, begin, next - begin);
    }
    if (kept.size() == decomposed.size()) {
        out = word;
    } else if (recipe.fold_marks) {
        normalise(composed_form(), kept, out);
    } else {
        out = std::move(kept);
    }
}

}  // namespace descry
