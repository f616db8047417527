/** @file text_words.h
 *  @brief The words of a canonical text, one after the other.
 */
#ifndef DESCRY_DISTANCE_TEXT_WORDS_H
#define DESCRY_DISTANCE_TEXT_WORDS_H

#include <algorithm>
#include <string_view>

namespace descry {

/// Calls @a visit with each word, a part of @a text. @param text words joined by one space each
template <typename Visit>
void for_each_word(std::string_view text, const Visit& visit) {
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        visit(word);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
}

}  // namespace descry

#endif  // DESCRY_DISTANCE_TEXT_WORDS_H
