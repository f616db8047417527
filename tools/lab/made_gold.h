/** @file made_gold.h
 *  @brief Makes gold pairs for a collection: exhaustive for a sample of its documents.
 */
#ifndef DESCRY_TOOLS_LAB_MADE_GOLD_H
#define DESCRY_TOOLS_LAB_MADE_GOLD_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/lab/base/confidence_interval.h"
#include "tools/lab/gold/gold.h"
#include "tools/lab/gold/judge.h"
#include "tools/lab/methods/methods.h"

namespace descry {

struct MadeGoldOptions {
    /// Documents sampled; their pairs with all others are searched.
    std::size_t queries = 1000;
    /// Shorter documents are skipped, as single words decide about them.
    std::uint32_t min_words = 30;
    /// Longer texts are skipped, as comparing them takes too long.
    std::uint64_t max_bytes = 30'000;
    /// Compares pairs with at least this weighted Jaccard coefficient (of word counts), or whose
    /// character sketches agree in this share of bins, as at 0.15 with evenly spread edits.
    double min_jaccard = 0.4;
    double min_agreement = 0.25;
    /// Some pairs between these limits and those above are drawn, to estimate what was missed.
    double min_missed_jaccard = 0.2;
    double min_missed_agreement = 0.15;
    /// Maximum number of pairs compared; of more, a hash sample is taken.
    std::size_t max_pairs = 200'000;
    std::size_t max_missed_pairs = 20'000;
    std::uint64_t seed = 1;
};

struct MadeGold {
    std::vector<GoldPair> pairs;
    /// Documents of suitable length, and how many of them were sampled.
    std::uint64_t documents = 0;
    std::uint64_t queries = 0;
    /// Pairs of at least min_jaccard or min_agreement, and how many of them were compared.
    std::uint64_t candidates = 0;
    std::uint64_t compared = 0;
    /// Pairs below both, but above the limits for missed ones.
    std::uint64_t missed_candidates = 0;
    /// By DISTANCE_LIMITS: the share of the sampled documents' pairs below that distance that are
    /// among the candidates, estimated from drawn non-candidates, with the interval of their share
    /// (95%). nullopt if no pair was found.
    std::array<std::optional<ConfidenceInterval>, DISTANCE_LIMITS.size()> completeness;
};

/// Finds the pairs of a hash sample of the documents by comparing each with every document of the
/// collection: first word counts and sketches of characters, in one pass over all term lists, then
/// texts. Deterministic by index and seed. Cost: two passes over the term lists, one over the
/// texts, and the edit distances; 100,000 documents take minutes. Memory: the term lists of the
/// sample, 97 bytes per document, and 24 per compared pair.
MadeGold make_gold(const EvaluationInput& input, const MadeGoldOptions& options);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_MADE_GOLD_H
