/** @file utf8.h
 *  @brief Text from outside becomes valid UTF-8 before anything else reads it.
 */
#ifndef DESCRY_ANALYZERS_UTF8_H
#define DESCRY_ANALYZERS_UTF8_H

#include <cstddef>
#include <string>
#include <string_view>

namespace descry {

/// True when @a bytes is well-formed UTF-8 (RFC 3629: no surrogates, no overlong forms).
/// Cost: above 1 GB/s for ASCII.
bool is_valid_utf8(std::string_view bytes);

/// Replaces each maximal ill-formed part of @a text by U+FFFD (Unicode 15, section 3.9, "best
/// practice"), in place.
/// @return how many replacements were made; 0 leaves @a text untouched.
std::size_t repair_utf8(std::string& text);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_UTF8_H
