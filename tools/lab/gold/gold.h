/** @file gold.h
 *  @brief Pairs whose distance is known, and how many of them a method finds.
 */
#ifndef DESCRY_TOOLS_LAB_GOLD_GOLD_H
#define DESCRY_TOOLS_LAB_GOLD_GOLD_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/lab/gold/suggested_pairs.h"

namespace descry {

/// A pair and its normalised edit distance.
struct GoldPair {
    DocumentPair pair;
    double distance = 0;

    friend auto operator<=>(const GoldPair&, const GoldPair&) = default;
};

/// What a gold file says of a collection.
struct Gold {
    /// Ascending, each pair once.
    std::vector<GoldPair> pairs;
    /// Lines with an id that the collection lacks, or with twice the same.
    std::uint64_t unknown = 0;
};

/// The docid of an id; 0 for an id that is unknown.
using DocumentLookup = std::function<Xapian::docid(const std::string& id)>;

/// Reads lines `id <tab> id <tab> distance`, also compressed (gzip, zstd, xz, bzip2). In an id, \t,
/// \n and \\ stand for tab, newline and backslash.
/// @throws std::runtime_error naming file, line and what is wrong
Gold read_gold(const std::string& path, const DocumentLookup& lookup);

/// What share of the gold pairs below a distance a method suggests. nullopt: there are none.
struct Recall {
    /// Of all pairs.
    std::optional<double> by_pair;
    /// The mean, over the documents that stand in such a pair, of the share of their partners that
    /// is found: a cluster of twenty versions counts as twenty documents, not as 190 pairs.
    std::optional<double> by_document;
};

Recall measure_recall(const Gold& gold, const SuggestedPairs& suggested, double below);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_GOLD_GOLD_H
