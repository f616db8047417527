/** @file pair_checks.h
 *  @brief Whether two documents tell the same numbers, and how much of one the other holds.
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

/** True when the number words of two texts are not the same, in the same order.
 *
 *  Number words have a digit (general category Nd or No of Unicode 15, below U+10000), with the
 *  signs that belong to them, or are Roman or Chinese numerals ("iv" and "xlii", not the words
 *  "mix" and "did"), or the signs before them. Beside one, words of one symbol (a unit: $, °) and
 *  of one letter count, too, but not letters that are words (a, e, i, o, u, y). Further, texts
 *  differ in which one letter (Latin, Greek, Cyrillic, Armenian, Hebrew) stands for another behind
 *  the same word of three letters or number: "flat a" and "flat e".
 *
 *  Cost: linear, some nanoseconds a byte.
 */
bool numbers_differ(const CanonicalText& a, const CanonicalText& b);

/// The same where no order is known: not the same number words and currency signs, each as often.
/// @param a, b body terms, ascending
bool numbers_differ(std::span<const TermCount> a, std::span<const TermCount> b);

/// Whether a word is a number word by itself, whatever stands beside it. numbers_differ() is true
/// of texts, and of terms, that have other ones.
bool is_number_word(std::string_view word);

/// Of the different triples of words that follow each other in @a text, the share that @a other
/// has, too, in millionths, rounded down; of a text of one or two words, of its words.
/// WHOLE_DISTANCE for one without words. Broder's containment (1997) of shingles of three words.
/// @param text, other words joined by one space each
/// Cost: 20 nanoseconds a word of both.
DistanceMillionths contained_share(std::string_view text, std::string_view other);

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_PAIR_CHECKS_H
