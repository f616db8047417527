/** @file histogram_store.h
 *  @brief The histograms of all documents.
 */
#ifndef DESCRY_COLLECTION_HISTOGRAM_STORE_H
#define DESCRY_COLLECTION_HISTOGRAM_STORE_H

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/mechanics/temporary_file.h>

#include "engine/distance/bag_histogram.h"

namespace descry {

/// Histograms by document: in memory as far as they fit, else in a temporary file.
class HistogramStore {
  public:
    /// @param memory bytes, beside 64 KiB
    explicit HistogramStore(std::size_t memory) : memory_(memory) {}

    /// Fastest in ascending order. @exception std::system_error the disk is full
    void put(DocumentNumber document, const BagHistogram& histogram);

    /// The histograms, in order; unknown for documents without one. Fastest in ascending order.
    /// @exception std::system_error the disk is full
    std::vector<BagHistogram> of(std::span<const DocumentNumber> documents);

  private:
    void write_unwritten();

    std::size_t memory_;
    std::vector<BagHistogram> kept_;  // by document, while all are in memory
    std::optional<TemporaryFile> file_;
    // Of consecutive documents not in the file yet.
    std::size_t first_unwritten_ = 0;
    std::vector<BagHistogram> unwritten_;
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_HISTOGRAM_STORE_H
