/** @file head_finder.h
 *  @brief Finds the head whose group a document joins.
 */
#ifndef DESCRY_PLUGIN_ONLINE_HEAD_FINDER_H
#define DESCRY_PLUGIN_ONLINE_HEAD_FINDER_H

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include <xapian.h>

#include <descry/model/model.h>

#include "engine/collection/document_keys.h"
#include "plugin/candidates/band_index.h"
#include "plugin/online/compared_documents.h"
#include "plugin/online/group_values.h"
#include "plugin/online/head_cache.h"

namespace descry {

struct GroupMatch {
    Xapian::docid head = 0;
    DistanceMillionths distance = 0;
    /// The group's key: the head's, or a new one if the head was alone.
    std::string key;
    bool has_group = false;
};

/// A document looking for its group; its parts are made on demand.
struct NewDocument {
    std::function<ComparedDocument()> compared;
    /// Its body terms, ascending.
    std::function<std::span<const TermCount>()> terms;
};

/// Looks up heads by band names, and compares those that may be near.
class HeadFinder {
  public:
    /// All must outlive this object. @param waiting documents to skip
    HeadFinder(const Xapian::Database& db, const Model& model, const GroupValues& values,
               ComparedDocuments& documents, const std::unordered_set<Xapian::docid>& waiting)
        : db_(db),
          model_(model),
          values_(values),
          documents_(documents),
          verifier_(documents.verifier()),
          waiting_(waiting) {}

    /// The group that a document joins; nullopt if no document is near.
    /// @param except a document to skip; 0: none
    std::optional<GroupMatch> find(BandIndex& bands, const DocumentKeys& keys,
                                   const NewDocument& document, Xapian::docid except);

    /// Call when the document or its group changes.
    void forget(Xapian::docid did) { met_.forget(did); }
    void clear() { met_.clear(); }

    /// Whether heads may lead only documents in other databases, and have no record here.
    void set_shard(bool is_shard) { is_shard_ = is_shard; }

  private:
    // A document that has, or had, one of a newcomer's names.
    struct Listed {
        Xapian::docid did;
        DistanceMillionths least;  // lower bound of its distance, from memory
    };
    // A document that still has one of the names; null if it has none.
    struct Met {
        const CachedHead* head;
        bool is_current;
    };
    // A document that has one of the names and may be near.
    struct Candidate {
        CachedHead head;
        bool is_current;           // its keys were read for this newcomer
        DistanceMillionths least;  // lower bound of its distance, by its histogram
    };

    std::optional<GroupMatch> find_equal(BandIndex& bands, std::uint64_t content_hash,
                                         const NewDocument& document, Xapian::docid except);
    std::vector<Listed> listed_with(BandIndex& bands, const DocumentKeys& keys,
                                    std::span<const BandName> names, Xapian::docid except);
    void take_candidates(BandIndex& bands, const DocumentKeys& keys,
                         std::span<const BandName> names, DistanceMillionths limit,
                         std::vector<Listed>& listed, std::vector<Candidate>& candidates);
    bool share_many_characters(const DocumentKeys& keys, const CachedHead& head) const;
    Met meet(BandIndex& bands, Xapian::docid did, std::span<const BandName> names);
    void order_heads(std::vector<Candidate>& candidates, DistanceMillionths limit);
    std::uint64_t group_size_of(const Candidate& candidate);
    bool is_unchanged(const Candidate& candidate) const;
    std::optional<DistanceMillionths> compare(ComparedDocument& newcomer,
                                              const Candidate& candidate, DistanceMillionths limit);
    std::optional<GroupMatch> first_within(ComparedDocument& newcomer,
                                           std::span<const Candidate> candidates,
                                           DistanceMillionths limit);
    std::optional<GroupMatch> match_with(const Candidate& candidate, DistanceMillionths distance);

    const Xapian::Database& db_;
    const Model& model_;
    const GroupValues& values_;
    ComparedDocuments& documents_;
    const PairVerifier& verifier_;
    const std::unordered_set<Xapian::docid>& waiting_;
    bool is_shard_ = false;
    HeadCache met_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_ONLINE_HEAD_FINDER_H
