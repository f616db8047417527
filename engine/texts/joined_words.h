/** @file joined_words.h
 *  @brief The words of a text by which documents are compared.
 */
#ifndef DESCRY_TEXTS_JOINED_WORDS_H
#define DESCRY_TEXTS_JOINED_WORDS_H

#include <cstdint>
#include <string>
#include <string_view>

#include <descry/analyzers/words.h>
#include <descry/distance/canonical_text.h>

namespace descry {

/// CanonicalText::utf8() of a text: its words, joined by one space each. A text without words but
/// with other content (emoji, signs, formulas) becomes one word that represents it, equal for texts
/// that are equal except for surrounding spaces, and near no other. Cost: its analysis.
std::string joined_words_of(WordAnalyzer& analyzer, std::string_view text);

CanonicalText canonical_text_of(WordAnalyzer& analyzer, std::string_view text);

/// hash64() of folded_text(): the same if equal_texts(), and for one other pair in 2^64.
std::uint64_t folded_text_hash(std::string_view utf8);

}  // namespace descry

#endif  // DESCRY_TEXTS_JOINED_WORDS_H
