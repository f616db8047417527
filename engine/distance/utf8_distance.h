/** @file utf8_distance.h
 *  @brief Edit distance of texts in UTF-8.
 */
#ifndef DESCRY_ENGINE_DISTANCE_UTF8_DISTANCE_H
#define DESCRY_ENGINE_DISTANCE_UTF8_DISTANCE_H

#include <cstddef>
#include <optional>
#include <string_view>

namespace descry {

/// The edits of one character between two texts; nullopt when above @a max_edits. Cost: that of
/// band_distance(), without what both begin and end with.
/// @param is_ascii both are ASCII
/// @pre valid UTF-8
std::optional<std::size_t> utf8_distance(std::string_view a, std::string_view b, bool is_ascii,
                                         std::size_t max_edits);

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_UTF8_DISTANCE_H
