/** @file group_updater.h
 *  @brief Keeps the groups of an index current while single documents come, change and go.
 */
#ifndef DESCRY_PLUGIN_ONLINE_GROUP_UPDATER_H
#define DESCRY_PLUGIN_ONLINE_GROUP_UPDATER_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include <xapian.h>

#include <descry/collection/collection_groups.h>
#include <descry/model/model.h>
#include <descry/reading/text_reader.h>
#include <descry/schema/body_terms.h>
#include <descry/schema/stored_format.h>

#include "engine/collection/document_keys.h"
#include "plugin/candidates/band_index.h"
#include "plugin/groups/group_store.h"
#include "plugin/online/compared_documents.h"
#include "plugin/online/group_values.h"
#include "plugin/online/head_finder.h"
#include "plugin/online/prefetcher.h"
#include "plugin/schema/groups_info.h"

namespace descry {

/// One per writer. Changes what stands in the index at once; it is stored with the caller's commit.
/// Cost of a document: a look-up a key, a value for each of the heads it meets that are not far by
/// their coarse histograms, a record and a text, or where that is long or unknown a term list, for
/// each of those (at most ClusteringLimits::max_heads) that are not far by their histograms, until
/// one is near, and two
/// records where it joins a group. Values and records of heads that were met lately are not read
/// again. Memory: 32 MiB for documents that were compared last, 96 bytes for each of 65,536 heads,
/// and the keys of those that came since the band table was written (BandIndex).
class GroupUpdater {
  public:
    /// Database and model must outlive it.
    GroupUpdater(Xapian::WritableDatabase& db, const Schema& schema, const Model& model);

    /// False when the index has no groups that are complete and of this model: then documents are
    /// left for the next annotation, and nothing below does anything. Looks whether somebody else
    /// changed that since, or cancelled the transaction in which it was changed here.
    bool is_active();

    /// The group that a document joins; nullopt when it is like no other.
    /// @param did a document not to be compared with: its own former self; 0: none
    std::optional<GroupMatch> find(const DocumentKeys& keys, const Newcomer& document,
                                   Xapian::docid did);

    /// Records a document that was just stored, with the group's key as its `group` value when it
    /// has a match.
    void added(Xapian::docid did, const DocumentKeys& keys, const std::optional<GroupMatch>& match);

    /// Keeps the words of a document that was just added and joined no group, joined by one space
    /// each: the next may be like it, and need not read them.
    void remember(Xapian::docid did, const DocumentKeys& keys,
                  std::optional<std::string_view> words);

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
    void assign(std::span<const Xapian::docid> documents, const IndexCollection& index);

  private:
    void open();
    void keep(std::vector<Prefetched> prefetched);
    bool last_added_stands() const;
    void forget(std::span<const Xapian::docid> documents);
    void assign(Xapian::docid did);
    bool has_equal_head(std::uint64_t content_hash, Xapian::docid did);
    void promote_member(const KeyedGroup& group);
    void reassign(const std::vector<Xapian::docid>& documents);

    Xapian::WritableDatabase& db_;
    Schema schema_;
    const Model& model_;
    // The record `descry:groups` as it was read, and what it says.
    std::string info_record_;
    GroupsInfo info_;
    // Absent while the updater is not active.
    std::optional<BandIndex> bands_;
    // Documents that left a group and have no other yet: nobody is to meet them.
    std::unordered_set<Xapian::docid> waiting_;
    GroupValues values_;
    ComparedDocuments documents_;
    HeadFinder heads_;
    BodyTerms terms_;
    TextReader texts_;
    // By which it is seen that what was added was not cancelled.
    Xapian::docid last_added_ = 0;  // 0: none
    std::uint64_t content_hash_of_last_added_ = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_ONLINE_GROUP_UPDATER_H
