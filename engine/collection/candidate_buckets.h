/** @file candidate_buckets.h
 *  @brief Which documents of a collection may be near-duplicates: those that share a key.
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

/// The documents that are compared, one of each content, in the order of grouping; the others are
/// its copies.
struct Representatives {
    std::vector<DocumentNumber> documents;  ///< by rank
    std::vector<std::uint32_t> weights;     ///< by rank: documents of this content
    std::vector<Rank> rank_of;              ///< by number, of the one that stands for it

    /// Whether it is one of them; false for documents that are not compared, whose rank is 0.
    bool is_one(DocumentNumber document) const {
        return !documents.empty() && documents[rank_of[document]] == document;
    }

    std::vector<DocumentNumber> documents_of(std::span<const Rank> ranks) const;
};

/// The first of each content. @param ordered documents, in the order of grouping
Representatives choose_representatives(const Collection& collection,
                                       const std::vector<DocumentNumber>& ordered,
                                       const std::vector<std::uint64_t>& content_hashes);

/// The buckets of representatives: of their keys; where the model has no words, one of all, or of
/// all that have the same DocumentKeys::kept_apart().
/// @param keys of that model, also of documents that nobody represents
Buckets candidate_buckets(const Collection& collection, const Model& model, CollectionKeys& keys,
                          const Representatives& representatives);

/// Documents that are compared among each other, and with no others.
struct CandidatePart {
    std::vector<DocumentNumber> documents;  ///< by rank in this part
    std::vector<std::uint32_t> weights;     ///< by rank in this part
    std::vector<BagHistogram> histograms;   ///< by rank in this part
    std::vector<CharacterSketch> sketches;  ///< by rank in this part; none where there are none
    std::vector<std::uint64_t> apart;       ///< by rank in this part; none where there are none
    Buckets buckets;
};

/// @param ranks of representatives, ascending: one of connected_parts()
CandidatePart candidate_part(CollectionKeys& keys, const Representatives& representatives,
                             const Buckets& buckets, std::span<const Rank> ranks);

/// How many documents make a part: so few that their texts and bags are mostly read once, and that
/// there are some parts. @param memory bytes for texts and bags
/// @param documents that all parts may have
std::size_t documents_of_a_part(std::size_t memory, std::size_t documents);

/// Whether all documents are compared with each other, but for short ones of many: the model has no
/// words.
bool compares_all(const Model& model);

/// How many heads a document tries at most: where the model has no words, all there are in an index
/// that is as small as such a model should be for.
std::uint32_t max_heads_of(const Model& model);

/// By HeadOrder::FIRST makes the first document of each group its head. Members that are no match
/// for the head (PairVerifier::match()), being farther than the limit or not contained in it
/// (ModelParameters::contained), are parted from the group; the first of these heads a group of its
/// own, and so on.
/// @param ordered all documents of groups, the preferred ones first
/// Cost: nothing where neither is asked for; else, of each group that it concerns, a comparison a
/// member, or some where it is parted.
void apply_head_rules(const Collection& collection, const Model& model,
                      const std::vector<DocumentNumber>& ordered, HeadOrder heads,
                      CollectionGroups& groups);

}  // namespace descry

#endif  // DESCRY_ENGINE_COLLECTION_CANDIDATE_BUCKETS_H
