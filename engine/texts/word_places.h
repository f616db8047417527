/** @file word_places.h
 *  @brief Where the words of a text stand in it as it is written.
 */
#ifndef DESCRY_ENGINE_TEXTS_WORD_PLACES_H
#define DESCRY_ENGINE_TEXTS_WORD_PLACES_H

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include <descry/analyzers/words.h>

namespace descry {

/// The first byte of word @a begin of a text, and the one behind word @a end - 1: words by number,
/// from 0 on, as @a analyzer cuts them. What is joined to them is among it, white space is not.
/// @param text valid UTF-8. @pre begin < end
/// Cost: the analysis of the text some thirty times.
std::pair<std::size_t, std::size_t> places_of_words(WordAnalyzer& analyzer, std::string_view text,
                                                    std::uint32_t begin, std::uint32_t end);

}  // namespace descry

#endif  // DESCRY_ENGINE_TEXTS_WORD_PLACES_H
