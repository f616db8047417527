/** @file signs.h
 *  @brief Signs that change what a text says: words by themselves, or part of the word they touch.
 */
#ifndef DESCRY_ANALYZERS_SIGNS_H
#define DESCRY_ANALYZERS_SIGNS_H

#include <cstddef>
#include <string>
#include <string_view>

#include <unicode/umachine.h>

namespace descry {

/// A place in a text that is not cut by ICU's rules.
struct SignedWord {
    std::size_t begin;  ///< the size of the text if there is none
    std::size_t end;
    bool is_sign;  ///< a sign, or a run of one sign; else letters and digits with signs among them
};

/** The first one at or after @a from, by WordRules::VERSION_5.
 *
 *  Words by themselves are symbols (general categories So, Sc and Sk; Sm beyond ASCII) and "^"
 *  between letters or digits. A run of one symbol is one word, or if longer than MOST_REPEATED a
 *  drawing and no word. A black flag includes the tag characters behind it. Never words: the other
 *  symbols of ASCII, lines and blocks of drawn tables (U+2500 to U+259F), spacing accents.
 *
 *  Part of the word they touch are:
 *  - digits of category No (superscripts, fractions, circled digits);
 *  - decimal marks (. , and Arabic ones) between two digits, and a point before the first;
 *  - the sign before a number: + - < > = after < or >, and U+2212, U+2264, U+2265, U+00B1; not if a
 *    letter or digit precedes + or - (5-6, e-mail), nor if it is doubled (--5), nor a ">" that
 *    begins a line (a quotation) or ends a tag. It is a word by itself before a currency sign and
 *    a number (-$5), and as "+" or "-" before a Chinese numeral;
 *  - % and per mille after a digit;
 *  - one # or up to three + after a letter or digit, if no letter or digit follows: C#, C++; but
 *    digits may follow two +: C++11.
 *
 *  @param from not inside a word. Cost: 1 ns per byte of ASCII without digits.
 */
SignedWord next_signed_word(std::string_view text, std::size_t from);

/// The signed word with the sign at @a at; empty if none; after a drawing, empty at its end.
/// @param from as of next_signed_word()
SignedWord signed_word_at(std::string_view text, std::size_t from, std::size_t at);

/// The end of a black flag with tag characters (U+1F3F4, U+E0020 to U+E007F: England's, Scotland's)
/// that begins at @a at; @a at if there is none.
std::size_t end_of_flag(std::string_view text, std::size_t at);

/// The end of a word that begins at @a begin, with signs or without.
std::size_t end_of_word_at(std::string_view text, std::size_t begin);

/// More of one symbol in a row are a drawing.
inline constexpr std::size_t MOST_REPEATED = 16;

/// Whether @a c may be in a word: letters, marks, digits, and signs.
bool is_in_signed_word(UChar32 c);

/// Unifies signs that readers take for one: a minus and any other hyphen become ASCII's.
void unify_signs(std::string& word);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_SIGNS_H
