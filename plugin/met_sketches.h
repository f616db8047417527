/** @file met_sketches.h
 *  @brief The sketches of documents that many others meet.
 */
#ifndef DESCRY_PLUGIN_MET_SKETCHES_H
#define DESCRY_PLUGIN_MET_SKETCHES_H

#include <cstddef>
#include <optional>
#include <vector>

#include <xapian.h>

#include <descry/bag_sketch.h>

namespace descry {

/// The sketches of heads that were met lately, so that those many documents meet are not looked up
/// each time. Memory: 4.5 MiB.
class MetSketches {
  public:
    /// The sketch of a document as it was kept; nullopt when it was not, or another took its place.
    std::optional<BagSketch> find(Xapian::docid did) const {
        if (met_.empty() || met_[did % PLACES].did != did) return std::nullopt;
        return met_[did % PLACES].sketch;
    }

    void keep(Xapian::docid did, const BagSketch& sketch) {
        if (met_.empty()) met_.resize(PLACES);
        met_[did % PLACES] = {did, sketch};
    }

    /// To be called when the document changes.
    void forget(Xapian::docid did) {
        if (find(did)) met_[did % PLACES] = {};
    }

    void clear() { met_.clear(); }

  private:
    static constexpr std::size_t PLACES = 65536;
    struct Met {
        Xapian::docid did = 0;
        BagSketch sketch;
    };
    std::vector<Met> met_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_MET_SKETCHES_H
