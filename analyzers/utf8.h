/** @file utf8.h
 *  @brief Text from outside becomes valid UTF-8 before anything else reads it.
 */
#ifndef DESCRY_ANALYZERS_UTF8_H
#define DESCRY_ANALYZERS_UTF8_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace descry {

/// The byte order mark of UTF-8.
inline constexpr std::string_view UTF8_MARK = "\xef\xbb\xbf";

/// True when @a bytes is well-formed UTF-8 (RFC 3629: no surrogates, no overlong forms).
/// Cost: above 1 GB/s for ASCII.
bool is_valid_utf8(std::string_view bytes);

/// How many bytes of @a bytes stand before the first ill-formed part: all of them where it is
/// valid.
std::size_t valid_utf8_size(std::string_view bytes);

/// The code point that begins at @a position, which goes behind it; nullopt for an ill-formed byte,
/// which alone is passed.
std::optional<char32_t> next_code_point(std::string_view text, std::size_t& position);

/// Makes @a text valid, in place, by putting characters for the bytes of its ill-formed parts, so
/// that texts that differ before differ afterwards: for a byte what windows-1252 has for it, where
/// that fits between its neighbours (a letter beside letters of its script, an apostrophe), else a
/// letter that no other byte becomes (U+A500 to U+A57F); behind either U+034F, which is in no word.
/// So "M\xFCller" is the word that "M\xC3\xBCller" is, but not its text.
/// @return how many such bytes there are; 0 leaves @a text untouched. Cost: linear; the ill-formed
/// bytes take up to 5 bytes each.
std::size_t repair_utf8(std::string& text);

/// Appends to @a text what stands for @a surrogate (0xD800 to 0xDFFF), half of a character in
/// UTF-16 whose other half is missing: two letters that no other becomes, and U+034F.
void append_half_character(std::string& text, unsigned surrogate);

/// The beginning of a text, for messages and lists: @a text with its white space folded to single
/// blanks, cut to @a width characters (code points) with an ellipsis. Other control characters
/// stay.
std::string excerpt(std::string_view text, std::size_t width);

/// Characters at most of the line that tells a person what a document is.
inline constexpr std::size_t SUMMARY_WIDTH = 100;

}  // namespace descry

#endif  // DESCRY_ANALYZERS_UTF8_H
