/** @file prefetcher.h
 *  @brief What a stored document needs to be put into its group, read before it is its turn.
 *
 *  Documents join groups one after the other, each after those before it. But neither their terms
 *  and texts nor the band table depend on who came before: other threads read them meanwhile.
 */
#ifndef DESCRY_PLUGIN_ONLINE_PREFETCHER_H
#define DESCRY_PLUGIN_ONLINE_PREFETCHER_H

#include <cstdint>
#include <future>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/stored_format.h>

#include "plugin/candidates/band_table.h"
#include "plugin/online/compared_documents.h"

namespace descry {

/// What was read of one document.
struct Prefetched {
    /// Of the database, as it was read.
    Xapian::rev revision = 0;
    std::uint64_t content_hash = 0;
    /// What the band table lists under each of its names.
    std::vector<std::pair<BandName, std::vector<Xapian::docid>>> found;
    /// Absent when nothing was found but itself.
    std::optional<ComparedDocument> compared;
};

/// Reads on all threads but the caller's; with one thread nothing. A document that cannot be read,
/// because the database changed too often meanwhile, is passed over.
class Prefetcher {
  public:
    /// All must outlive this.
    Prefetcher(const IndexCollection& index, const Schema& schema, const Model& model)
        : index_(index), schema_(schema), model_(model) {}

    /// Begins to read committed documents. @pre nothing is being read
    void start(std::span<const Xapian::docid> documents);

    /// What start() began to read, when it has ended.
    /// @exception Xapian::Error the database cannot be read
    std::vector<Prefetched> take();

  private:
    std::vector<Prefetched> read(std::span<const Xapian::docid> documents) const;

    const IndexCollection& index_;
    const Schema& schema_;
    const Model& model_;
    std::future<std::vector<Prefetched>> prefetched_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_ONLINE_PREFETCHER_H
