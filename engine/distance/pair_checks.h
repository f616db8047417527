/** @file pair_checks.h
 *  @brief Compares the numbers of two documents, and computes how much of one the other contains.
 */
#ifndef DESCRY_ENGINE_DISTANCE_PAIR_CHECKS_H
#define DESCRY_ENGINE_DISTANCE_PAIR_CHECKS_H

#include <cstdint>
#include <span>
#include <string_view>

#include <descry/distance/bag_distance.h>
#include <descry/distance/canonical_text.h>
#include <descry/distance/term_count.h>

namespace descry {

/** Whether the number words of two texts differ, in content or order.
 *
 *  Number words have a digit (general category Nd or No of Unicode 15, below U+10000), with the
 *  signs that belong to them, or are Roman or Chinese numerals ("iv" and "xlii", not the words
 *  "mix" and "did"), or the signs before them. Words of one symbol (a unit: $, °) and of one letter
 *  count if beside one, except letters that are words (a, e, i, o, u, y). Texts also differ if one
 *  letter (Latin, Greek, Cyrillic, Armenian, Hebrew) replaces another after the same word of three
 *  letters or number: "flat a" and "flat e". Cost: linear, some nanoseconds per byte.
 */
bool numbers_differ(const CanonicalText& a, const CanonicalText& b);

/// numbers_differ() without order: compares number words and currency signs and their counts.
/// @param a, b body terms, ascending
bool numbers_differ(std::span<const TermCount> a, std::span<const TermCount> b);

/// Whether a word is always a number word: texts with different ones make numbers_differ() true.
bool is_number_word(std::string_view word);

/// The share of the distinct word triples of @a text that @a other has, in millionths, rounded
/// down; for a text of one or two words, of its words. WHOLE_DISTANCE for an empty text. Broder's
/// containment (1997) of shingles of three words.
/// @param text, other words joined by one space each
/// Cost: 20 nanoseconds per word of both.
DistanceMillionths contained_share(std::string_view text, std::string_view other);

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_PAIR_CHECKS_H
