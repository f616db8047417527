/** @file inside_pairs.h
 *  @brief The steps of documents_inside() that workers share: whether a text stands inside another,
 *         and which of all such pairs drop a document.
 */
#ifndef DESCRY_ENGINE_INSIDE_INSIDE_PAIRS_H
#define DESCRY_ENGINE_INSIDE_INSIDE_PAIRS_H

#include <string_view>
#include <vector>

#include <descry/distance/bag_distance.h>
#include <descry/inside/find_inside.h>

#include "engine/inside/inside_match.h"

namespace descry {

/// How much of canonical texts stands in one container after the other.
class InsideVerifier {
  public:
    explicit InsideVerifier(const InsideLimits& limits) : limits_(limits) {}

    /// @param text outlives the next calls
    void take_container(std::string_view text) { container_.assign(text); }

    /// InsideMatch::share(); 0: it does not stand there by these limits.
    DistanceMillionths share_of(std::string_view text);

  private:
    InsideLimits limits_;
    ContainerText container_;
    HashedWords words_;
};

/// The pairs by which documents are dropped: of the longest document first, each document once, for
/// the one that has most of it. None has a container that is dropped itself, so there are no
/// chains.
/// @param pairs that hold, with words and share. Cost: a sort.
std::vector<InsidePair> longest_first(std::vector<InsidePair> pairs);

}  // namespace descry

#endif  // DESCRY_ENGINE_INSIDE_INSIDE_PAIRS_H
