/** @file group_updater.h
 *  @brief Keeps the groups of an index current while single documents are added, changed and
 *         deleted.
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

/// One per writer. Changes the index at once; the caller's commit stores the changes. Cost per
/// document: a look-up per key; a value for each head met that is not far by its coarse histogram;
/// a record and a text (a term list if the text is long or unknown) for each of at most
/// ClusteringLimits::max_heads heads that are not far by their histograms, until one is near; and
/// two records if it joins a group. Values and records of recently met heads are cached. Memory: 32
/// MiB for documents compared last, 96 bytes for each of 65,536 heads, and the keys of documents
/// added since the band table was written (BandIndex).
class GroupUpdater {
  public:
    GroupUpdater(Xapian::WritableDatabase& db, const Schema& schema, const Model& model);

    /// False if the index has no complete groups of this model: documents are then left for the
    /// next annotation, and the functions below do nothing. Checks whether another program changed
    /// that, or the transaction that changed it was cancelled.
    bool is_active();

    /// The group that a document joins; nullopt if no document is near.
    /// @param did a document to skip: its own earlier version; 0: none
    std::optional<GroupMatch> find(const DocumentKeys& keys, const NewDocument& document,
                                   Xapian::docid did);

    /// Records a document just stored, whose `group` value is the group's key if it has a match.
    void added(Xapian::docid did, const DocumentKeys& keys, const std::optional<GroupMatch>& match);

    /// Caches the words of a new document without a group, as the next may be near it.
    void remember(Xapian::docid did, const DocumentKeys& keys,
                  std::optional<std::string_view> words);

    /// Removes a document that is still stored from its group, before it is deleted or replaced. A
    /// group that loses its head gets its next member as head.
    void remove(Xapian::docid did);

    /// Repairs the effects of other programs: deleted members leave their groups, and groups
    /// without a head get a new one. Cost: a look-up per grouped document.
    void repair();

    /// Assigns stored documents, signed since, to groups one after another, as if each were added
    /// in turn. Cost: that of the documents.
    void assign(std::span<const Xapian::docid> documents);

    /// The same for committed documents, some of which other threads read ahead.
    void assign(std::span<const Xapian::docid> documents, const IndexCollection& index);

  private:
    void open();
    void keep(std::vector<Prefetched> prefetched);
    bool is_last_added_stored() const;
    void forget(std::span<const Xapian::docid> documents);
    void assign(Xapian::docid did);
    bool has_equal_head(std::uint64_t content_hash, Xapian::docid did);
    void promote_member(const KeyedGroup& group);
    void reassign(const std::vector<Xapian::docid>& documents);

    Xapian::WritableDatabase& db_;
    Schema schema_;
    const Model& model_;
    // The record `descry:groups` as read.
    std::string info_record_;
    GroupsInfo info_;
    // Absent while the updater is not active.
    std::optional<BandIndex> bands_;
    // Documents that left a group and have no other yet; never compared with.
    std::unordered_set<Xapian::docid> waiting_;
    GroupValues values_;
    ComparedDocuments documents_;
    HeadFinder heads_;
    BodyTerms terms_;
    TextReader texts_;
    // Shows that the last addition was not cancelled.
    Xapian::docid last_added_ = 0;  // 0: none
    std::uint64_t content_hash_of_last_added_ = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_ONLINE_GROUP_UPDATER_H
