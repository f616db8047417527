/** @file head_finder.h
 *  @brief Which head a document belongs to.
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

/// Where an added document belongs.
struct GroupMatch {
    Xapian::docid head = 0;
    DistanceMillionths distance = 0;
    /// The group's key: the head's, or the one that it gets now that it is no longer alone.
    std::string key;
    /// The group exists already.
    bool has_group = false;
};

/// A document that looks for its group; what it takes is made when there is something to compare
/// it with.
struct Newcomer {
    std::function<ComparedDocument()> compared;
    /// Its body terms, ascending.
    std::function<std::span<const TermCount>()> terms;
};

/// Looks heads up by the names of their bands, and compares those that are not surely far.
class HeadFinder {
  public:
    /// All must outlive it. @param waiting documents that nobody is to meet
    HeadFinder(const Xapian::Database& db, const Model& model, const GroupValues& values,
               ComparedDocuments& documents, const std::unordered_set<Xapian::docid>& waiting)
        : db_(db),
          model_(model),
          values_(values),
          documents_(documents),
          verifier_(documents.verifier()),
          waiting_(waiting) {}

    /// The group that a document joins; nullopt when it is like no other.
    /// @param except a document not to be compared with; 0: none
    std::optional<GroupMatch> find(BandIndex& bands, const DocumentKeys& keys,
                                   const Newcomer& document, Xapian::docid except);

    /// To be called when the document or its group changes.
    void forget(Xapian::docid did) { met_.forget(did); }
    void clear() { met_.clear(); }

    /// Whether a head may lead documents of other databases alone, and have no record here.
    void set_shard(bool is_shard) { is_shard_ = is_shard; }

  private:
    // A document that has one of a newcomer's names, or had it.
    struct Listed {
        Xapian::docid did;
        DistanceMillionths least;  // it is as far at least, by what is in memory
    };
    // What is known of a document that has a name still; null of one that has none any more.
    struct Met {
        const CachedHead* head;
        bool is_current;
    };
    // One that has it, and is not surely far.
    struct Candidate {
        CachedHead head;
        bool is_current;           // its keys were read for this very newcomer
        DistanceMillionths least;  // it is as far at least, by its histogram
    };

    std::optional<GroupMatch> find_equal(BandIndex& bands, std::uint64_t content_hash,
                                         const Newcomer& document, Xapian::docid except);
    std::vector<Listed> listed_with(BandIndex& bands, const DocumentKeys& keys,
                                    std::span<const BandName> names, Xapian::docid except);
    void take_candidates(BandIndex& bands, const DocumentKeys& keys,
                         std::span<const BandName> names, DistanceMillionths limit,
                         std::vector<Listed>& listed, std::vector<Candidate>& candidates);
    bool share_many_characters(const DocumentKeys& keys, const CachedHead& head) const;
    Met meet(BandIndex& bands, Xapian::docid did, std::span<const BandName> names);
    void order_heads(std::vector<Candidate>& candidates, DistanceMillionths limit);
    std::uint64_t group_size_of(const Candidate& candidate);
    bool is_as_met(const Candidate& candidate) const;
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
