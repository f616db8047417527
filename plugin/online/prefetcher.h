/** @file prefetcher.h
 *  @brief Reads ahead what is needed to assign stored documents to groups.
 *
 *  Documents join groups one after another, each depending on those before. Their terms, texts and
 *  entries in the band table do not, so other threads read these ahead.
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

struct Prefetched {
    Xapian::rev revision = 0;
    std::uint64_t content_hash = 0;
    /// Documents in the band table under each of its names.
    std::vector<std::pair<BandName, std::vector<Xapian::docid>>> found;
    /// Absent if nothing but itself was found.
    std::optional<ComparedDocument> compared;
};

/// Reads on all threads except the caller's; with one thread reads nothing. Skips a document that
/// cannot be read because the database changed too often.
class Prefetcher {
  public:
    Prefetcher(const IndexCollection& index, const Schema& schema, const Model& model)
        : index_(index), schema_(schema), model_(model) {}

    /// Begins to read committed documents. @pre nothing is being read
    void start(std::span<const Xapian::docid> documents);

    /// The documents of start(), after waiting for them.
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
