/** @file histogram_table.h
 *  @brief The coarse histograms of an index's documents, as records of the metadata, 64 to a
 * record.
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

/// Reads coarse histograms, each record once: in an index of a million documents, whatever is added
/// meets most of them. Memory: 17 MiB at most.
class HistogramTable {
  public:
    /// The database must outlive it.
    explicit HistogramTable(const Xapian::Database& db) : db_(db) {}

    /// Unknown for a document that has none. Cost: a look-up in the metadata, 2.5 microseconds, for
    /// the first of 64 neighbours.
    CoarseBagHistogram find(Xapian::docid did);

    /// To be called when the table was written to.
    void forget() { records_.clear(); }

  private:
    struct Record {
        Xapian::docid number = 0;  // from 1 on
        std::string bytes;
    };

    const Xapian::Database& db_;
    std::vector<Record> records_;
};

/// Writes coarse histograms into the records; what is there already is not written again.
class HistogramTableWriter {
  public:
    /// @param anew nothing of the old table is left; else what is not written stays
    HistogramTableWriter(Xapian::WritableDatabase& db, bool anew)
        : db_(db), anew_(anew), records_(db, metadata_key::HISTOGRAMS_PREFIX) {}

    /// Takes the coarse histogram of one more document, ascending.
    void add(Xapian::docid did, const CoarseBagHistogram& coarse_histogram);

    /// To be called at the end.
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
