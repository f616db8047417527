/** @file candidate_pairs.h
 *  @brief The pairs of near-duplicates that flip rates are learned from.
 */
#ifndef DESCRY_ENGINE_TRAINING_CANDIDATE_PAIRS_H
#define DESCRY_ENGINE_TRAINING_CANDIDATE_PAIRS_H

#include <cstdint>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/distance/bag_distance.h>
#include <descry/model/model.h>

namespace descry {

/// Two near-duplicates, verified. a < b.
struct VerifiedPair {
    DocumentNumber a = 0;
    DocumentNumber b = 0;
    DistanceMillionths distance = 0;
};

/// Of very many pairs, so many to twice as many are looked at: more teach the rates nothing.
inline constexpr std::size_t ENOUGH_CANDIDATES = std::size_t{1} << 19;

/// Finds near-duplicates by their bands on the ones of @a first_set, and verifies them.
///
/// Buckets are taken in the order of (band, key), each pair once, and pairs of equal content hashes
/// are passed over; so are pairs of which both documents are in four others. The same pairs with
/// any number of threads. Of more than twice @a enough_candidates, only those of the smallest
/// hashes of both contents are verified. Cost: the postings of the model's words, a sort, and the
/// term lists of the pairs. Memory: half of the collection's work, first for sorting, then for
/// bags; a byte a docid, 12 bytes a pair, 76 bytes a document of a pair.
std::vector<VerifiedPair> find_near_duplicates(const CountedCollection& collection,
                                               const DocumentContents& contents,
                                               const Model& first_set,
                                               std::size_t enough_candidates = ENOUGH_CANDIDATES);

}  // namespace descry

#endif  // DESCRY_ENGINE_TRAINING_CANDIDATE_PAIRS_H
