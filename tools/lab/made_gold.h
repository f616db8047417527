/** @file made_gold.h
 *  @brief Gold pairs of a collection that has none: exhaustive for a sample of its documents.
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

/// How gold is made.
struct MadeGoldOptions {
    /// Documents sampled; their pairs with all others are looked for.
    std::size_t queries = 1000;
    /// Shorter documents are left out: one word more or less decides about them.
    std::uint32_t min_words = 30;
    /// Longer texts are left out: comparing them takes too long.
    std::uint64_t max_bytes = 30'000;
    /// Pairs of at least this weighted Jaccard coefficient (of word counts) are compared, and those
    /// whose sketches of characters agree in at least this share of their bins, as pairs at 0.15 do
    /// whose edits are spread evenly.
    double min_jaccard = 0.4;
    double min_agreement = 0.25;
    /// Of the pairs between these and those some are drawn, to tell what was missed.
    double min_missed_jaccard = 0.2;
    double min_missed_agreement = 0.15;
    /// Pairs compared at most; of more a hash sample is taken.
    std::size_t max_pairs = 200'000;
    std::size_t max_missed_pairs = 20'000;
    std::uint64_t seed = 1;
};

/// The pairs below 0.30, and how complete they are.
struct MadeGold {
    std::vector<GoldPair> pairs;
    /// Documents that are long and short enough, and how many of them were sampled.
    std::uint64_t documents = 0;
    std::uint64_t queries = 0;
    /// Pairs of at least min_jaccard or min_agreement, and how many of them were compared.
    std::uint64_t candidates = 0;
    std::uint64_t compared = 0;
    /// Pairs below both, and above what is missed.
    std::uint64_t missed_candidates = 0;
    /// By DISTANCE_LIMITS: the share of the sampled documents' pairs below that distance which
    /// are among the candidates, estimated from the drawn ones that do not, with the interval that
    /// their share's (95 %) gives. Nothing where no pair was found.
    std::array<std::optional<ConfidenceInterval>, DISTANCE_LIMITS.size()> completeness;
};

/// Finds the pairs of a hash sample of the documents by comparing each with every document of the
/// collection: first the counts of words and the sketches of characters, in one pass over all term
/// lists, then the texts.
/// Deterministic by index and seed.
/// Cost: two passes over the term lists, one over the texts, and the edit distances; 100,000
/// documents take minutes. Memory: the term lists of the sample, 97 bytes a document, and 24 for
/// each pair that is compared.
MadeGold make_gold(const EvaluationInput& input, const MadeGoldOptions& options);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_MADE_GOLD_H
