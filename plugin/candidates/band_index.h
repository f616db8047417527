/** @file band_index.h
 *  @brief How a new document finds its near-duplicates: which documents have a band key.
 *
 *  Heads and documents that stand alone are listed under all their names: a newcomer is compared
 *  with heads. Members are listed under the name of their content hash alone, for documents that
 * equal them. The band table lists what was there when it was written. What came since is read from
 * the documents' values when the index is opened and kept in memory, so that adding a document
 * writes nothing here; from a sixteenth of the index on it is merged into the table.
 */
#ifndef DESCRY_PLUGIN_CANDIDATES_BAND_INDEX_H
#define DESCRY_PLUGIN_CANDIDATES_BAND_INDEX_H

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/schema/stored_format.h>

#include "engine/distance/coarse_bag_histogram.h"
#include "plugin/candidates/band_table.h"
#include "plugin/candidates/histogram_table.h"
#include "plugin/schema/groups_info.h"

namespace descry {

/// Writes the band table and the coarse histograms anew, from the values of all documents; those
/// that were not signed with @a model are left out. @a info learns of it.
/// @param memory for sorting, in bytes
/// @param room entries the table is to have room for, where those are more than there are
void write_band_index(Xapian::WritableDatabase& db, const Schema& schema, const Model& model,
                      std::size_t memory, GroupsInfo& info, std::uint64_t room = 0);

/// The band index of an index that is being written. One per writer.
class BandIndex {
  public:
    /// Cost: the values of the documents that came since the table was written, 1 microsecond each.
    /// Database and model must outlive it.
    BandIndex(const Xapian::Database& db, const Schema& schema, const Model& model,
              const GroupsInfo& info);

    /// The documents under @a name, ascending, without repeats. Some may be gone, or have changed
    /// since: their keys tell.
    std::vector<Xapian::docid> find(BandName name) const;

    /// What the table tells of a document; unknown for one that came or changed since.
    CoarseBagHistogram coarse_histogram(Xapian::docid did);

    /// Whether a document is listed as it is stored: not where it came or changed since the table
    /// was written. What other programs change meanwhile is not seen.
    bool is_listed_as_stored(Xapian::docid did) const {
        return did <= listed_to_ && !changed_since_.contains(did);
    }

    /// Lists a stored document under all its names.
    void list(Xapian::WritableDatabase& db, Xapian::docid did, const DocumentKeys& keys);

    /// Lists a stored member of a group under its content hash.
    void list_member(Xapian::WritableDatabase& db, Xapian::docid did, const DocumentKeys& keys);

    /// Forgets what a document that came since the table was written is listed under.
    void forget(Xapian::docid did, const DocumentKeys& keys);

    /// Keeps what another handle found in the table of a revision, so that it is not looked up
    /// again. Not when the table was merged after that revision.
    void keep(Xapian::rev revision,
              std::vector<std::pair<BandName, std::vector<Xapian::docid>>> found);

    /// Forgets all that was kept.
    void forget_prefetched() { prefetched_.clear(); }

    /// Merges what came since into the table, when that is more than is kept in memory.
    /// @return whether it did, and @a info has changed
    bool merge_if_many(Xapian::WritableDatabase& db, GroupsInfo& info);

  private:
    template <typename Visit>
    void for_each_since(Visit&& visit) const;
    void load();
    void record(Xapian::WritableDatabase& db, Xapian::docid did);
    void add_names(Xapian::docid did, const DocumentKeys& keys, bool is_member);
    void add(BandName name, Xapian::docid did);

    const Xapian::Database& db_;
    Schema schema_;
    const Model& model_;
    unsigned bits_;
    Xapian::docid listed_to_;
    std::unordered_multimap<BandName, Xapian::docid> since_;
    std::unordered_map<BandName, std::vector<Xapian::docid>> prefetched_;
    // Absent where the index has no coarse histograms.
    std::optional<HistogramTable> coarse_histograms_;
    // Documents that the table tells of as they were before.
    std::unordered_set<Xapian::docid> changed_since_;
    // The last revision without what was merged into the table; 0: nothing was.
    Xapian::rev before_merge_ = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_CANDIDATES_BAND_INDEX_H
