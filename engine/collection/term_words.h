/** @file term_words.h
 *  @brief How ForwardIndex writes the terms of a document: mostly one 32-bit word each.
 *
 *  The upper 24 bits are the number of the term, the lower 8 its wdf. A value that does not fit has
 *  all its bits set and follows in a word of its own, the number first.
 */
#ifndef DESCRY_COLLECTION_TERM_WORDS_H
#define DESCRY_COLLECTION_TERM_WORDS_H

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace descry {

using TermWord = std::uint32_t;

constexpr unsigned WDF_BITS = 8;
constexpr TermWord LONG_WDF = (TermWord{1} << WDF_BITS) - 1;
constexpr TermWord LONG_NUMBER = (TermWord{1} << (32 - WDF_BITS)) - 1;
constexpr std::size_t MOST_TERM_WORDS = 3;

inline void append_term(std::vector<TermWord>& words, std::uint32_t number, std::uint32_t wdf) {
    words.push_back(std::min(number, LONG_NUMBER) << WDF_BITS | std::min(wdf, LONG_WDF));
    if (number >= LONG_NUMBER) words.push_back(number);
    if (wdf >= LONG_WDF) words.push_back(wdf);
}

template <typename Visit>
void for_each_term(std::span<const TermWord> words, Visit&& visit) {
    for (auto word = words.begin(); word != words.end(); ++word) {
        std::uint32_t number = *word >> WDF_BITS;
        std::uint32_t wdf = *word & LONG_WDF;
        if (number == LONG_NUMBER) number = *++word;
        if (wdf == LONG_WDF) wdf = *++word;
        visit(number, wdf);
    }
}

}  // namespace descry

#endif  // DESCRY_COLLECTION_TERM_WORDS_H
