/** @file utf8.h
 *  @brief Validates and repairs UTF-8 from outside before anything else reads it.
 */
#ifndef DESCRY_ANALYZERS_UTF8_H
#define DESCRY_ANALYZERS_UTF8_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace descry {

inline constexpr std::string_view UTF8_MARK = "\xef\xbb\xbf";

/// Whether @a bytes is well-formed (RFC 3629). Cost: above 1 GB/s for ASCII.
bool is_valid_utf8(std::string_view bytes);

/// The number of bytes before the first ill-formed part; all of them if valid.
std::size_t valid_utf8_size(std::string_view bytes);

/// The code point at @a position, which is advanced; nullopt for a (single) ill-formed byte.
std::optional<char32_t> next_code_point(std::string_view text, std::size_t& position);

/// Replaces ill-formed bytes in place, so that texts that differ before differ afterwards: each by
/// windows-1252's character if that fits between its neighbours (a letter beside letters of its
/// script, an apostrophe), else by a letter that no other byte becomes (U+A500 to U+A57F); then
/// U+034F, which is in no word. So "M\xFCller" is the same word as "M\xC3\xBCller", but another
/// text.
/// @return the number of such bytes; 0 leaves @a text untouched
/// Cost: linear; ill-formed bytes take up to 5 bytes each.
std::size_t repair_utf8(std::string& text);

/// Appends a replacement of @a surrogate (0xD800 to 0xDFFF), half of a UTF-16 character without its
/// other half: two letters that no other surrogate becomes, and U+034F.
void append_half_character(std::string& text, unsigned surrogate);

/// The beginning of a text, for messages and lists: whitespace folded to single spaces, cut to
/// @a width code points with an ellipsis. Other control characters are kept.
std::string excerpt(std::string_view text, std::size_t width);

/// Most characters of a one-line summary of a document.
inline constexpr std::size_t SUMMARY_WIDTH = 100;

}  // namespace descry

#endif  // DESCRY_ANALYZERS_UTF8_H
