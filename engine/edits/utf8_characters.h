/** @file utf8_characters.h
 *  @brief The characters of valid UTF-8, and the edit distance of texts.
 */
#ifndef DESCRY_ENGINE_EDITS_UTF8_CHARACTERS_H
#define DESCRY_ENGINE_EDITS_UTF8_CHARACTERS_H

#include <cstddef>
#include <optional>
#include <string_view>

namespace descry {

constexpr bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// The character that starts at @a at, which is moved behind it. @pre valid UTF-8
inline char32_t next_character(std::string_view utf8, std::size_t& at) {
    const auto first = static_cast<unsigned char>(utf8[at++]);
    if (first < 0x80) return first;
    const auto more = [&] { return static_cast<unsigned char>(utf8[at++]) & 0x3fu; };
    if (first < 0xe0) return (first & 0x1fu) << 6 | more();
    char32_t character = (first < 0xf0 ? first & 0x0fu : (first & 0x07u) << 6 | more()) << 6;
    character |= more();
    return character << 6 | more();
}

/// strip_common_ends() for whole characters. @pre valid UTF-8
void strip_common_characters(std::string_view& a, std::string_view& b);

/// The edit distance of two texts in characters; nullopt if above @a max_edits. Cost: that of
/// band_distance(), without the common ends.
/// @param is_ascii both are ASCII
/// @pre valid UTF-8
std::optional<std::size_t> utf8_distance(std::string_view a, std::string_view b, bool is_ascii,
                                         std::size_t max_edits);

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_UTF8_CHARACTERS_H
