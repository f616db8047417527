/** @file joined_words.h
 *  @brief The words of a text as documents are compared by them.
 */
#ifndef DESCRY_TEXTS_JOINED_WORDS_H
#define DESCRY_TEXTS_JOINED_WORDS_H

#include <cstdint>
#include <string>
#include <string_view>

#include <descry/analyzers/words.h>
#include <descry/distance/canonical_text.h>

namespace descry {

/// The words of a text, joined by one space each: CanonicalText::utf8() of it, where nothing is
/// compared. A text that has no words but holds something (emoji, signs, formulas) is one word that
/// stands for it, the same for equal texts, blanks around them apart; others are not near it.
/// Cost: its analysis.
std::string joined_words_of(WordAnalyzer& analyzer, std::string_view text);

/// The canonical text of a text. Cost: its analysis.
CanonicalText canonical_text_of(WordAnalyzer& analyzer, std::string_view text);

/// hash64() of folded_text(): the same for texts of which equal_texts() holds. Of other texts one
/// pair in 2^64 has the same.
std::uint64_t folded_text_hash(std::string_view utf8);

}  // namespace descry

#endif  // DESCRY_TEXTS_JOINED_WORDS_H
