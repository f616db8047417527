/** @file held_place.h
 *  @brief Finds where a text holds another one, and which words differ there.
 */
#ifndef DESCRY_ENGINE_TEXTS_HELD_PLACE_H
#define DESCRY_ENGINE_TEXTS_HELD_PLACE_H

#include <cstddef>
#include <string>
#include <string_view>

#include <descry/analyzers/words.h>

namespace descry {

struct HeldPlace {
    /// First and last byte as written, including what adjoins its words, but no whitespace and
    /// nothing of the next word.
    std::size_t first = 0;
    std::size_t last = 0;
    /// "[-of the item-] {+of the text+}", place by place.
    std::string differing;
};

/// @param item, words canonical texts, of the item and of the text that holds it
/// @param written the text; valid UTF-8. @param analyzer that cut it
/// Cost: the analysis of the text some thirty times.
HeldPlace held_place(std::string_view item, std::string_view words, std::string_view written,
                     WordAnalyzer& analyzer);

}  // namespace descry

#endif  // DESCRY_ENGINE_TEXTS_HELD_PLACE_H
