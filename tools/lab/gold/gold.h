/** @file gold.h
 *  @brief Pairs with known distances, and a method's recall of them.
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

struct GoldPair {
    DocumentPair pair;
    double distance = 0;

    friend auto operator<=>(const GoldPair&, const GoldPair&) = default;
};

struct Gold {
    /// Ascending, each pair once.
    std::vector<GoldPair> pairs;
    /// Lines with an unknown id, or the same id twice.
    std::uint64_t unknown = 0;
};

/// The docid of an id; 0 for an unknown id.
using DocumentLookup = std::function<Xapian::docid(const std::string& id)>;

/// Reads lines `id <tab> id <tab> distance`, possibly compressed (gzip, zstd, xz, bzip2). In an id,
/// \t, \n and \\ stand for tab, newline and backslash.
/// @throws std::runtime_error names file, line and fault
Gold read_gold(const std::string& path, const DocumentLookup& lookup);

/// The share of gold pairs below a distance that a method suggests. nullopt: there are none.
struct Recall {
    std::optional<double> by_pair;
    /// The mean, over documents in such pairs, of the share of their partners found: a cluster of
    /// twenty versions counts as twenty documents, not as 190 pairs.
    std::optional<double> by_document;
};

Recall measure_recall(const Gold& gold, const SuggestedPairs& suggested, double below);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_GOLD_GOLD_H
