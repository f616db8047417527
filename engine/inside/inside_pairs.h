/** @file inside_pairs.h
 *  @brief Steps of documents_inside() that workers share: verifies pairs, and chooses what to drop.
 */
#ifndef DESCRY_ENGINE_INSIDE_INSIDE_PAIRS_H
#define DESCRY_ENGINE_INSIDE_INSIDE_PAIRS_H

#include <string_view>
#include <vector>

#include <descry/distance/bag_distance.h>
#include <descry/inside/find_inside.h>

#include "engine/inside/inside_match.h"

namespace descry {

/// Verifies texts against one container after the other.
class InsideVerifier {
  public:
    explicit InsideVerifier(const InsideLimits& limits) : limits_(limits) {}

    /// @param text must outlive the following calls
    void take_container(std::string_view text) { container_.assign(text); }

    /// InsideMatch::share(); 0 if it is not inside by these limits.
    DistanceMillionths share_of(std::string_view text);

  private:
    InsideLimits limits_;
    ContainerText container_;
    HashedWords words_;
};

/// The pairs by which documents are dropped: the longest document first, each once, for the
/// container with the greatest share. No container is dropped itself, so there are no chains.
/// @param pairs verified, with words and share. Cost: a sort.
std::vector<InsidePair> longest_first(std::vector<InsidePair> pairs);

}  // namespace descry

#endif  // DESCRY_ENGINE_INSIDE_INSIDE_PAIRS_H
