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
#include <descry/training/training.h>

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

/// ModelParameters::character_rows for a collection.
///
/// Of several rows the fewest with which a document meets 300 others at most that are no
/// near-duplicates: how many these would be is told by the sketches of 1,000 documents, each
/// compared with each. Where it is to be found out whether there are keys at all, the beginnings
/// of 16,384 documents, or 131,072, get some of the keys, and each makes a pair with the one that
/// is most like it of those that share one. 2,000 to 4,000 of these pairs are verified. There are
/// keys where more than 15 of 1,000 near ones share no key of words and are farther apart by words
/// than by characters, by 0.1. A limit above 0.2 always has keys. Where documents are so few that
/// all are compared with each other, there are keys too, so that words alone refuse no pair.
/// @param model of the collection, without such keys
/// @return 0: it needs none
/// Cost: the texts of 1,000 documents; where it is to be found out, 3 nanoseconds a byte of the
/// beginnings, and the pairs; nothing where the choice is made or documents are few.
std::uint32_t character_rows_for(const Collection& collection, const DocumentContents& contents,
                                 const Model& model, CharacterKeyChoice choice);

/// The same where no text is known.
std::uint32_t character_rows_without_texts(const ModelParameters& parameters,
                                           CharacterKeyChoice choice);

}  // namespace descry

#endif  // DESCRY_ENGINE_TRAINING_CANDIDATE_PAIRS_H
