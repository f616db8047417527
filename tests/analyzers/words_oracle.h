/** @file words_oracle.h
 *  @brief Words straight from ICU: the whole text cut in one go, every word normalised. Slow and
 *         obvious.
 */
#ifndef DESCRY_TESTS_WORDS_ORACLE_H
#define DESCRY_TESTS_WORDS_ORACLE_H

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>
#include <unicode/utext.h>

#include <descry/analyzers/recipe.h>

namespace descry::testing {

inline bool is_in_word(UChar32 c, MidWord mid_word) {
    if (mid_word == MidWord::KEEP) return c != ' ';
    return u_isalpha(c) != 0 || (U_GET_GC_MASK(c) & (U_GC_M_MASK | U_GC_N_MASK)) != 0;
}

/// Cuts @a units at the characters that are not in a word.
inline std::vector<icu::UnicodeString> cut(const icu::UnicodeString& units, MidWord mid_word,
                                           bool with_ignorable) {
    std::vector<icu::UnicodeString> pieces(1);
    for (int32_t i = 0; i < units.length(); i = units.moveIndex32(i, 1)) {
        const UChar32 c = units.char32At(i);
        if (is_in_word(c, mid_word) ||
            (with_ignorable && u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0)) {
            pieces.back().append(c);
        } else if (!pieces.back().isEmpty()) {
            pieces.emplace_back();
        }
    }
    if (pieces.back().isEmpty()) pieces.pop_back();
    return pieces;
}

inline bool holds_space(const icu::UnicodeString& units) {
    return units.indexOf(u' ') >= 0;
}

/// What NFKC_Casefold makes of one character, without the spaces before it.
inline icu::UnicodeString unfolded(UChar32 c) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* const fold = icu::Normalizer2::getNFKCCasefoldInstance(status);
    icu::UnicodeString units = fold->normalize(icu::UnicodeString(c), status);
    while (units.startsWith(icu::UnicodeString(u' ')))
        units.remove(0, 1);
    return units;
}

/// All characters that stand for several words.
inline icu::UnicodeSet phrases() {
    icu::UnicodeSet set;
    for (UChar32 c = 0; c <= UCHAR_MAX_VALUE; ++c)
        if (holds_space(unfolded(c))) set.add(c);
    return set;
}

/// By WordRules::VERSION_2: phrases are left out of the normalisation, spaces out of the others.
inline icu::UnicodeString fold_as_one_word(const icu::UnicodeString& word, UErrorCode& status) {
    static const icu::UnicodeSet kept = phrases();
    static const icu::UnicodeSet normalised = icu::UnicodeSet(0, UCHAR_MAX_VALUE).removeAll(kept);
    const icu::Normalizer2* const fold = icu::Normalizer2::getNFKCCasefoldInstance(status);
    icu::UnicodeString spaceless;
    for (int32_t i = 0; i < word.length(); i = word.moveIndex32(i, 1)) {
        const UChar32 c = word.char32At(i);
        const bool begins_with_space =
            fold->normalize(icu::UnicodeString(c), status).startsWith(icu::UnicodeString(u' '));
        if (begins_with_space && !kept.contains(c) && u_isUWhiteSpace(c) == 0) {
            spaceless.append(unfolded(c));
        } else {
            spaceless.append(c);
        }
    }
    icu::UnicodeString folded;
    return icu::FilteredNormalizer2(*fold, normalised).normalize(spaceless, folded, status);
}

/// An iterator that has loaded all its dictionaries: what it makes of some characters depends on
/// them.
inline std::unique_ptr<icu::BreakIterator> make_breaks(UErrorCode& status) {
    std::unique_ptr<icu::BreakIterator> breaks(
        icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
    const icu::UnicodeString one_of_each(u"\u6F22\u304B\u30AB\uD55C\u0E01 \u0E81 \u1780 \u1000 ");
    breaks->setText(one_of_each);
    while (breaks->next() != icu::BreakIterator::DONE) {
    }
    return breaks;
}

/// A folded word, or what becomes of one that is too long: by version 3 of the rules and later it
/// is cut.
inline std::vector<std::string> pieces_of(const std::string& term, const AnalyzerRecipe& recipe) {
    if (term.size() <= recipe.max_bytes) return {term};
    if (recipe.rules < WordRules::VERSION_3) return {};
    std::vector<std::string> pieces(1);
    std::vector<uint32_t> characters;
    const auto units = icu::UnicodeString::fromUTF8(term);
    for (int32_t i = 0; i < units.length(); i = units.moveIndex32(i, 1)) {
        std::string character;
        icu::UnicodeString(units.char32At(i)).toUTF8String(character);
        characters.push_back(static_cast<uint32_t>(units.char32At(i)));
        if (character.size() > recipe.max_bytes) continue;
        const std::size_t most = std::min<std::size_t>(64, recipe.max_bytes);
        if (pieces.back().size() + character.size() > most) pieces.emplace_back();
        pieces.back() += character;
        if (pieces.back().size() < 8 || characters.size() < 4) continue;
        uint32_t hash = 0;
        for (std::size_t at = characters.size() - 4; at < characters.size(); ++at)
            hash = (hash + characters[at]) * 0x9E3779B1U;
        if (hash < 1U << 28) pieces.emplace_back();
    }
    if (pieces.back().empty()) pieces.pop_back();
    return pieces;
}

/// A word as it is kept: by version 4 of the rules without vowel signs of Arabic and Hebrew.
inline std::string without_vowel_signs(const std::string& word, const AnalyzerRecipe& recipe,
                                       UErrorCode& status) {
    static const icu::UnicodeSet signs(
        uR"([[[\u0591-\u05C7\u06D6-\u06ED]&[:Mn:]][\u0610-\u061A\u064B-\u0652\u0656-\u065F\u0670]])",
        status);
    if (recipe.rules < WordRules::VERSION_4) return word;
    const auto characters = icu::UnicodeString::fromUTF8(word);
    std::string kept;
    for (int32_t i = 0; i < characters.length(); i = characters.moveIndex32(i, 1)) {
        const UChar32 c = characters.char32At(i);
        if (!signs.contains(c)) icu::UnicodeString(c).toUTF8String(kept);
    }
    return kept;
}

/// What WordAnalyzer must give, except that no word is too long to be normalised.
/// @param capitals gets for each word whether it is capitalised
/// @param pieces   gets how many words there are before they are normalised
inline std::vector<std::string> words_by_icu(std::string_view utf8, const AnalyzerRecipe& recipe,
                                             std::vector<bool>* capitals = nullptr,
                                             std::size_t* pieces = nullptr) {
    UErrorCode status = U_ZERO_ERROR;
    static const std::unique_ptr<icu::BreakIterator> breaks = make_breaks(status);
    const icu::Normalizer2* const fold = icu::Normalizer2::getNFKCCasefoldInstance(status);
    // ICU's dictionaries leave short runs whole, and measure them in the units of the text: UTF-8.
    UText text = UTEXT_INITIALIZER;
    utext_openUTF8(&text, utf8.data(), static_cast<int64_t>(utf8.size()), &status);
    breaks->setText(&text, status);
    std::vector<std::string> words;
    int32_t begin = breaks->first();
    for (int32_t end = breaks->next(); end != icu::BreakIterator::DONE; end = breaks->next()) {
        const auto segment =
            icu::UnicodeString::fromUTF8(icu::StringPiece(utf8.data() + begin, end - begin));
        begin = end;
        if (breaks->getRuleStatus() < UBRK_WORD_NUMBER) continue;
        for (const icu::UnicodeString& piece : cut(segment, recipe.mid_word, true)) {
            const icu::UnicodeString folded = recipe.rules == WordRules::VERSION_1
                                                  ? fold->normalize(piece, status)
                                                  : fold_as_one_word(piece, status);
            if (pieces != nullptr) ++*pieces;
            for (const icu::UnicodeString& word : cut(folded, recipe.mid_word, false)) {
                std::string term;
                word.toUTF8String(term);
                const int8_t kind = u_charType(piece.char32At(0));
                bool is_capital = kind == U_UPPERCASE_LETTER || kind == U_TITLECASE_LETTER;
                for (const std::string& one : pieces_of(term, recipe)) {
                    const std::string kept = without_vowel_signs(one, recipe, status);
                    if (kept.empty()) continue;
                    words.push_back(kept);
                    if (capitals != nullptr) capitals->push_back(is_capital);
                    is_capital = false;
                }
            }
        }
    }
    utext_close(&text);
    if (U_FAILURE(status)) throw std::runtime_error(u_errorName(status));
    return words;
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_WORDS_ORACLE_H
