/** @file contained_share.h
 *  @brief How much of a text stands in another one.
 */
#ifndef DESCRY_ENGINE_DISTANCE_CONTAINED_SHARE_H
#define DESCRY_ENGINE_DISTANCE_CONTAINED_SHARE_H

#include <string_view>

#include <descry/distance/bag_distance.h>

namespace descry {

/// Of the different triples of words that follow each other in @a text, the share that @a other
/// has, too, in millionths, rounded down; of a text of one or two words, of its words.
/// WHOLE_DISTANCE for one without words. Broder's containment (1997) of shingles of three words.
/// @param text, other words joined by one space each
/// Cost: 20 nanoseconds a word of both.
DistanceMillionths contained_share(std::string_view text, std::string_view other);

}  // namespace descry

#endif  // DESCRY_ENGINE_DISTANCE_CONTAINED_SHARE_H
