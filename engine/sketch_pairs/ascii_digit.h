/** @file ascii_digit.h
 *  @brief Terms that hold a number: they differ between near-duplicates more often than others.
 */
#ifndef DESCRY_ENGINE_SKETCH_PAIRS_ASCII_DIGIT_H
#define DESCRY_ENGINE_SKETCH_PAIRS_ASCII_DIGIT_H

#include <algorithm>
#include <string_view>

namespace descry {

/// True when @a term contains one of 0-9.
inline bool has_ascii_digit(std::string_view term) {
    return std::any_of(term.begin(), term.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace descry

#endif  // DESCRY_ENGINE_SKETCH_PAIRS_ASCII_DIGIT_H
