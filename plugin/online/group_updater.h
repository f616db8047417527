/** @file group_updater.h
 *  @brief Keeps the groups of an index current while single documents come, change and go.
 */
#ifndef DESCRY_PLUGIN_ONLINE_GROUP_UPDATER_H
#define DESCRY_PLUGIN_ONLINE_GROUP_UPDATER_H

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <xapian.h>

#include <descry/distance/pair_verifier.h>
#include <descry/groups/group_store.h>
#include <descry/model/model.h>
#include <descry/schema/body_terms.h>
#include <descry/schema/groups_info.h>
#include <descry/schema/stored_format.h>

#include "candidates/band_index.h"
#include "candidates/document_keys.h"
#include "online/compared_document.h"
#include "online/head_cache.h"
#include "online/prefetcher.h"

namespace descry {

/// Where a document that comes belongs.
struct GroupMatch {
    Xapian::docid head = 0;
    DistanceMillionths distance = 0;
    /// The group's key: the head's, or the one that it gets now that it is no longer alone.
    std::string key;
    /// The group exists already.
    bool has_group = false;
};

/// One per writer. Changes what stands in the index at once; it is stored with the caller's commit.
/// Cost of a document: a look-up a key, a value for each of the heads it meets that are not far by
/// their coarse histograms, a record and a term list for each of those (at most
/// GroupingOptions::max_heads) that are not far by their histograms, until one is near, and two
/// records where it joins a group. Values and records of heads that were met lately are not read
/// again. Memory: the term lists of 1,024 documents, 96 bytes for each of 65,536 heads, and the
/// keys of those that came since the band table was written (BandIndex).
class GroupUpdater {
  public:
    /// Database and model must outlive it.
    GroupUpdater(Xapian::WritableDatabase& db, const Schema& schema, const Model& model);

    /// False when the index has no groups that are complete and of this model: then documents are
    /// left for the next annotation, and nothing below does anything. Looks whether somebody else
    /// changed that since, or cancelled the transaction in which it was changed here.
    bool is_active();

    /// A document that looks for its group; made when there is something to compare it with.
    struct Newcomer {
        std::function<ComparedDocument()> compared;
        /// Its body terms, ascending.
        std::function<std::span<const TermCount>()> terms;
    };

    /// The group that a document joins; nullopt when it is like no other.
    /// @param did a document not to be compared with: its own former self; 0: none
    std::optional<GroupMatch> find(const DocumentKeys& keys, const Newcomer& document,
                                   Xapian::docid did);

    /// Records a document that was just stored, with the group's key as its `group` value when it
    /// has a match.
    void added(Xapian::docid did, const DocumentKeys& keys, const std::optional<GroupMatch>& match);

    /// Takes a document that is still stored out of its group, before it is deleted or replaced. A
    /// group that loses its head is handed on to its next member.
    void remove(Xapian::docid did);

    /// Puts right what other programs changed: members that are gone leave their groups, and groups
    /// whose head is gone are handed on. Cost: a look-up a grouped document.
    void repair();

    /// Puts stored documents, which were signed since, where they belong, one after the other: as
    /// if each had been added when it is its turn. Cost: the documents'.
    void assign(std::span<const Xapian::docid> documents);

    /// The same for documents that are committed, some of whose reading other threads do ahead.
    void assign(std::span<const Xapian::docid> documents, const ReadOptions& read);

  private:
    class Document;
    struct Recent {
        Xapian::docid did;
        std::uint64_t content_hash;  // of its keys when it was read
        ComparedDocument document;
    };
    // A document that has one of a newcomer's names, or had it.
    struct Listed {
        Xapian::docid did;
        DistanceMillionths least;  // it is as far at least, by what is in memory
    };
    // One that has it, and is not surely far.
    struct Candidate {
        Xapian::docid did;
        std::uint64_t content_hash;
        DistanceMillionths least;  // it is as far at least, by its histogram
        std::uint64_t group_size;  // CachedHead::group_size
    };

    std::optional<GroupMatch> find_equal(std::uint64_t content_hash, const Newcomer& document,
                                         Xapian::docid except);
    std::optional<std::string> free_key(std::uint64_t content_hash) const;
    bool has_equal_head(std::uint64_t content_hash, Xapian::docid did);
    std::vector<Listed> listed_with(const DocumentKeys& keys, std::span<const BandName> names,
                                    Xapian::docid except);
    void take_candidates(const DocumentKeys& keys, std::span<const BandName> names,
                         DistanceMillionths limit, std::vector<Listed>& listed,
                         std::vector<Candidate>& candidates);
    const CachedHead* meet(Xapian::docid did, std::span<const BandName> names);
    void order_heads(std::vector<Candidate>& candidates, DistanceMillionths limit);
    std::uint64_t group_size_of(const Candidate& candidate);
    std::optional<GroupMatch> first_within(ComparedDocument& newcomer,
                                           std::span<const Candidate> candidates,
                                           DistanceMillionths limit);
    std::optional<GroupMatch> match_with(const Candidate& candidate, DistanceMillionths distance);
    std::optional<DistanceMillionths> compare(ComparedDocument& document, Xapian::docid other,
                                              std::uint64_t content_hash_of_other,
                                              DistanceMillionths limit);
    ComparedDocument& compared(Xapian::docid did, std::uint64_t content_hash);
    ComparedDocument& keep(std::uint64_t content_hash, ComparedDocument document);
    void forget_compared(Xapian::docid did);
    void keep(std::vector<Prefetched> prefetched);
    bool last_added_stands() const;
    const OrderSketch& order_of(ComparedDocument& document);
    const OrderSketch& first_order_of(ComparedDocument& document);
    OrderSketch read_order(Xapian::docid did, std::size_t entries, OrderSketch known);
    std::span<const TermCount> terms_of(Xapian::docid did);
    std::optional<DocumentKeys> keys_of(Xapian::docid did) const;
    std::string group_value(Xapian::docid did) const;
    void set_group_value(Xapian::docid did, const std::string& key);
    void open();
    void forget(std::span<const Xapian::docid> documents);
    void assign(Xapian::docid did);
    void promote_successor(const StoredGroup& group);
    void reassign(const std::vector<Xapian::docid>& documents);

    Xapian::WritableDatabase& db_;
    Schema schema_;
    const Model& model_;
    PairVerifier verifier_;
    // The record `descry:groups` as it was read, and what it says.
    std::string info_record_;
    GroupsInfo info_;
    // Absent while the updater is not active.
    std::optional<BandIndex> bands_;
    BodyTerms placed_terms_;  // of the document that is placed
    BodyTerms body_terms_;
    Xapian::docid terms_read_of_ = 0;  // whose terms these are, while nothing is written; 0: none's
    HeadCache met_;
    // By which it is seen that what was added was not cancelled.
    Xapian::docid last_added_ = 0;  // 0: none
    std::uint64_t content_hash_of_last_added_ = 0;
    // Documents that left a group and have no other yet: nobody is to meet them.
    std::unordered_set<Xapian::docid> waiting_;
    // What was compared last, so that a stream of like documents does not read its head each time.
    std::list<Recent> recent_;
    std::unordered_map<Xapian::docid, std::list<Recent>::iterator> recent_of_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_ONLINE_GROUP_UPDATER_H
