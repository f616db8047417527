/** @file histogram_table.h
 *  @brief The coarse histograms of an index's documents, in metadata records of 64.
 */
#ifndef DESCRY_PLUGIN_CANDIDATES_HISTOGRAM_TABLE_H
#define DESCRY_PLUGIN_CANDIDATES_HISTOGRAM_TABLE_H

#include <string>
#include <vector>

#include <xapian.h>

#include <descry/schema/stored_format.h>

#include "engine/distance/coarse_bag_histogram.h"
#include "plugin/base/metadata_records.h"

namespace descry {

/// Reads coarse histograms and caches the records: in an index of a million documents, additions
/// meet most of them. Memory: at most 17 MiB.
class HistogramTable {
  public:
    explicit HistogramTable(const Xapian::Database& db) : db_(db) {}

    /// Unknown for a document without one. Cost: 2.5 microseconds for the first of 64 neighbours.
    CoarseBagHistogram find(Xapian::docid did);

  private:
    struct Record {
        Xapian::docid number = 0;  // from 1 on
        std::string bytes;
    };

    const Xapian::Database& db_;
    std::vector<Record> records_;
};

/// Writes coarse histograms; unchanged records are not written.
class HistogramTableWriter {
  public:
    /// @param anew true: replaces the old table; false: keeps entries that are not written
    HistogramTableWriter(Xapian::WritableDatabase& db, bool anew)
        : db_(db), anew_(anew), records_(db, metadata_key::HISTOGRAMS_PREFIX) {}

    /// Adds a document's coarse histogram; docids must ascend.
    void add(Xapian::docid did, const CoarseBagHistogram& coarse_histogram);

    void finish();

  private:
    void close_record();

    Xapian::WritableDatabase& db_;
    bool anew_;
    RecordFamilyWriter records_;
    std::string record_;
    std::string bytes_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_CANDIDATES_HISTOGRAM_TABLE_H
