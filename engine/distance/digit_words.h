/** @file numbers.h
 *  @brief Whether two documents tell the same numbers.
 */
#ifndef DESCRY_ENGINE_DISTANCE_DIGIT_WORDS_H
#define DESCRY_ENGINE_DISTANCE_DIGIT_WORDS_H

#include <span>

#include <descry/distance/canonical_text.h>
#include <descry/distance/term_count.h>

namespace descry {

/// True when the words that have a decimal digit are not the same, in the same order. Digits are
/// those of Unicode 15 below U+10000: 0-9, and of the scripts that have their own. Cost: linear, a
/// nanosecond a byte.
bool numbers_differ(const CanonicalText& a, const CanonicalText& b);

/// The same where no order is known: not the same words with a digit, each as often.
/// @param a, b body terms, ascending
bool numbers_differ(std::span<const TermCount> a, std::span<const TermCount> b);

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_DIGIT_WORDS_H
