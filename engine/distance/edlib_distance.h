/** @file edlib_distance.h
 *  @brief Edit distance over bytes, by edlib.
 */
#ifndef DESCRY_ENGINE_DISTANCE_EDLIB_DISTANCE_H
#define DESCRY_ENGINE_DISTANCE_EDLIB_DISTANCE_H

#include <cstddef>
#include <optional>
#include <string_view>

namespace descry {

/// The number of edits between two texts; nullopt when above @a max_edits.
/// @throws std::invalid_argument a text is above 2^30 bytes
std::optional<std::size_t> edlib_distance(std::string_view a, std::string_view b,
                                          std::size_t max_edits);

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_EDLIB_DISTANCE_H
