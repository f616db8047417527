/** @file band_index.h
 *  @brief Finds candidate near-duplicates of a new document by band keys.
 *
 *  Heads and ungrouped documents are listed under all their names, because new documents are
 *  compared with heads. Members are listed only under the name of their content hash, for documents
 *  equal to them. The band table lists the documents present when it was written. Later ones are
 *  read from the documents' values when the index is opened and kept in memory, so adding a
 *  document writes nothing here; when they exceed a sixteenth of the index they are merged into the
 *  table.
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

/// Rewrites the band table and the coarse histograms from the values of all documents signed with
/// @a model, and updates @a info.
/// @param memory for sorting, in bytes
/// @param room minimum number of entries to size the table for
void write_band_index(Xapian::WritableDatabase& db, const Schema& schema, const Model& model,
                      std::size_t memory, GroupsInfo& info, std::uint64_t room = 0);

/// One per writer.
class BandIndex {
  public:
    /// Cost: the values of the documents added since the table was written, 1 microsecond each.
    /// Database and model must outlive this object.
    BandIndex(const Xapian::Database& db, const Schema& schema, const Model& model,
              const GroupsInfo& info);

    /// The documents under @a name, ascending, without repeats. Some may be deleted or changed.
    std::vector<Xapian::docid> find(BandName name) const;

    /// The coarse histogram in the table; unknown for a document added or changed since.
    CoarseBagHistogram coarse_histogram(Xapian::docid did);

    /// Whether the table lists a document in its stored state: false if it was added or changed
    /// since the table was written. Changes by other programs are not seen.
    bool is_listed_as_stored(Xapian::docid did) const {
        return did <= listed_to_ && !changed_since_.contains(did);
    }

    void list(Xapian::WritableDatabase& db, Xapian::docid did, const DocumentKeys& keys);

    /// Lists a stored member of a group under its content hash.
    void list_member(Xapian::WritableDatabase& db, Xapian::docid did, const DocumentKeys& keys);

    /// Removes the entries of a document added since the table was written.
    void forget(Xapian::docid did, const DocumentKeys& keys);

    /// Keeps what another handle found in the table at a revision, unless the table was merged
    /// after it, to avoid a second look-up.
    void keep(Xapian::rev revision,
              std::vector<std::pair<BandName, std::vector<Xapian::docid>>> found);

    void forget_prefetched() { prefetched_.clear(); }

    /// Merges later documents into the table when they are too many to keep in memory.
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
    // Absent if the index has no coarse histograms.
    std::optional<HistogramTable> coarse_histograms_;
    // Documents with outdated entries in the table.
    std::unordered_set<Xapian::docid> changed_since_;
    // The last revision before a merge into the table; 0: no merge.
    Xapian::rev before_merge_ = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_CANDIDATES_BAND_INDEX_H
