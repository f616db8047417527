/** @file candidate_buckets.h
 *  @brief Finds the candidates among a collection's documents: those that share a key.
 */
#ifndef DESCRY_ENGINE_COLLECTION_CANDIDATE_BUCKETS_H
#define DESCRY_ENGINE_COLLECTION_CANDIDATE_BUCKETS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/collection/collection_groups.h>
#include <descry/model/model.h>

#include "engine/collection/document_keys.h"
#include "engine/grouping/grouping.h"

namespace descry {

/// The compared documents, one of each content, in grouping order; the others are copies of them.
struct Representatives {
    std::vector<DocumentNumber> documents;  ///< by rank
    std::vector<std::uint32_t> weights;     ///< by rank: number of documents of this content
    std::vector<Rank> rank_of;              ///< by number: rank of its representative

    /// False also for documents that are not compared, whose rank is 0.
    bool is_one(DocumentNumber document) const {
        return !documents.empty() && documents[rank_of[document]] == document;
    }

    std::vector<DocumentNumber> documents_of(std::span<const Rank> ranks) const;
};

/// The first document of each content. @param ordered documents, in grouping order
Representatives choose_representatives(const Collection& collection,
                                       const std::vector<DocumentNumber>& ordered,
                                       const std::vector<std::uint64_t>& content_hashes);

/// The buckets of representatives by their keys. If the model has no words: one bucket of all, or
/// one for each DocumentKeys::kept_apart().
/// @param keys of that model, also of documents without a representative
Buckets candidate_buckets(const Collection& collection, const Model& model, CollectionKeys& keys,
                          const Representatives& representatives);

/// Documents compared only with each other; vectors are by rank in this part.
struct CandidatePart {
    std::vector<DocumentNumber> documents;
    std::vector<std::uint32_t> weights;
    std::vector<BagHistogram> histograms;
    std::vector<CharacterSketch> sketches;  ///< may be empty
    std::vector<std::uint64_t> apart;       ///< may be empty
    Buckets buckets;
};

/// @param ranks of representatives, ascending: one of connected_parts()
CandidatePart candidate_part(CollectionKeys& keys, const Representatives& representatives,
                             const Buckets& buckets, std::span<const Rank> ranks);

/// The number of documents of a part: small enough that their texts and bags are mostly read once,
/// and that there are several parts. @param memory bytes for texts and bags
/// @param documents in all parts
std::size_t documents_of_a_part(std::size_t memory, std::size_t documents);

/// Whether all documents are compared (except many short ones), as the model has no words.
bool compares_all(const Model& model);

/// Most heads tried per document: without words, all heads of a collection small enough for that.
std::uint32_t max_heads_of(const Model& model);

/// By HeadOrder::FIRST makes the first document of each group its head. Members that do not match
/// the head (PairVerifier::match()), being too far or not contained in it
/// (ModelParameters::contained), are split off; the first of these heads a new group, and so on.
/// @param ordered all grouped documents, preferred heads first
/// Cost: nothing if neither rule applies; else a comparison per member of each affected group, more
/// if it is split.
void apply_head_rules(const Collection& collection, const Model& model,
                      const std::vector<DocumentNumber>& ordered, HeadOrder heads,
                      CollectionGroups& groups);

}  // namespace descry

#endif  // DESCRY_ENGINE_COLLECTION_CANDIDATE_BUCKETS_H
