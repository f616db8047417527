/** @file number_words.h
 *  @brief Whether two documents tell the same numbers.
 */
#ifndef DESCRY_ENGINE_DISTANCE_NUMBER_WORDS_H
#define DESCRY_ENGINE_DISTANCE_NUMBER_WORDS_H

#include <span>

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
 *  the same word: "flat a" and "flat c".
 *
 *  Cost: linear, some nanoseconds a byte.
 */
bool numbers_differ(const CanonicalText& a, const CanonicalText& b);

/// The same where no order is known: not the same number words and currency signs, each as often.
/// @param a, b body terms, ascending
bool numbers_differ(std::span<const TermCount> a, std::span<const TermCount> b);

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_NUMBER_WORDS_H
