/** @file head_cache.h
 *  @brief A cache of heads that many documents are compared with.
 */
#ifndef DESCRY_PLUGIN_ONLINE_HEAD_CACHE_H
#define DESCRY_PLUGIN_ONLINE_HEAD_CACHE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <xapian.h>

#include "engine/distance/bag_histogram.h"
#include "engine/distance/character_sketch.h"

namespace descry {

struct CachedHead {
    Xapian::docid did = 0;
    std::uint64_t content_hash = 0;
    BagHistogram histogram;
    std::optional<CharacterSketch> characters = {};
    /// Size of the group that it leads, 1 if none; 0: not looked up yet.
    std::uint64_t group_size = 0;
    std::uint64_t kept_apart = 0;
};

/// Recently met heads, to avoid repeated look-ups. Memory: 12 MiB.
class HeadCache {
  public:
    /// Null if it was not kept, or was replaced. Valid until the next keep().
    CachedHead* find(Xapian::docid did) {
        if (met_.empty() || met_[did % PLACES].did != did) return nullptr;
        return &met_[did % PLACES];
    }

    /// @return the entry, valid until the next keep()
    CachedHead* keep(const CachedHead& document) {
        if (met_.empty()) met_.resize(PLACES);
        met_[document.did % PLACES] = document;
        return &met_[document.did % PLACES];
    }

    /// Call when the document or its group changes.
    void forget(Xapian::docid did) {
        if (CachedHead* const met = find(did)) *met = {};
    }

    void clear() { met_.clear(); }

  private:
    static constexpr std::size_t PLACES = 65536;

    std::vector<CachedHead> met_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_ONLINE_HEAD_CACHE_H
