/** @file candidate_pairs.h
 *  @brief Finds the pairs of near-duplicates from which flip rates are learned.
 */
#ifndef DESCRY_ENGINE_TRAINING_CANDIDATE_PAIRS_H
#define DESCRY_ENGINE_TRAINING_CANDIDATE_PAIRS_H

#include <cstdint>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/distance/bag_distance.h>
#include <descry/model/model.h>
#include <descry/training/training.h>

namespace descry {

/// A verified pair. a < b.
struct VerifiedPair {
    DocumentNumber a = 0;
    DocumentNumber b = 0;
    DistanceMillionths distance = 0;
};

/// Of many pairs, this many to twice as many are examined: more do not improve the rates.
inline constexpr std::size_t ENOUGH_CANDIDATES = std::size_t{1} << 19;

/// Finds near-duplicates by their bands on the set bits of @a first_set, and verifies them.
///
/// Buckets are taken in the order of (band, key), each pair once, skipping pairs of equal content
/// hashes and pairs of which both documents are in four others. The pairs do not depend on the
/// number of threads. Of more than twice @a enough_candidates, only those of the smallest hashes of
/// both contents are verified. Cost: the postings of the model's words, a sort, and the term lists
/// of the pairs. Memory: half of the collection's work, first for sorting, then for bags; a byte
/// per docid, 12 bytes per pair, 76 bytes per document of a pair.
std::vector<VerifiedPair> find_near_duplicates(const CountedCollection& collection,
                                               const DocumentContents& contents,
                                               const Model& first_set,
                                               std::size_t enough_candidates = ENOUGH_CANDIDATES);

/// ModelParameters::character_rows for a collection; 0: none needed.
///
/// Chooses the fewest rows with which a document meets at most 300 others that are not
/// near-duplicates, estimated from the sketches of 1,000 documents, each compared with each. By
/// AUTO, the beginnings of 16,384 documents, or 131,072, get some of the keys, and each makes a
/// pair with the most similar one that shares one. 2,000 to 4,000 of these pairs are verified.
/// There are keys if more than 15 of 1,000 near ones share no key of words and are farther apart by
/// words than by characters, by 0.1. A limit above 0.2 always has keys; so have documents so few
/// that all are compared with each other, so that words alone reject no pair.
/// @param model of the collection, without such keys
/// Cost: the texts of 1,000 documents; to decide, 3 nanoseconds per byte of the beginnings, and the
/// pairs; nothing if the choice is made or documents are few.
std::uint32_t character_rows_for(const Collection& collection, const DocumentContents& contents,
                                 const Model& model, CharacterKeyChoice choice);

/// character_rows_for() if no text is known.
std::uint32_t character_rows_without_texts(const ModelParameters& parameters,
                                           CharacterKeyChoice choice);

}  // namespace descry

#endif  // DESCRY_ENGINE_TRAINING_CANDIDATE_PAIRS_H
