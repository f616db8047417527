/** @file folded_text_hash.h
 *  @brief What is kept of a text to tell whether another one is equal.
 */
#ifndef DESCRY_TEXTS_FOLDED_TEXT_HASH_H
#define DESCRY_TEXTS_FOLDED_TEXT_HASH_H

#include <cstdint>
#include <string_view>

namespace descry {

/// hash64() of folded_text(): the same for texts of which equal_texts() holds. Of other texts one
/// pair in 2^64 has the same.
std::uint64_t folded_text_hash(std::string_view utf8);

}  // namespace descry

#endif  // DESCRY_TEXTS_FOLDED_TEXT_HASH_H
