/** @file position_records.h
 *  @brief Positions of words that an index keeps from one grouping to the next, as records of the
 *         metadata, 64 documents to a record.
 */
#ifndef DESCRY_PLUGIN_GROUPS_POSITION_RECORDS_H
#define DESCRY_PLUGIN_GROUPS_POSITION_RECORDS_H

#include <xapian.h>

#include <descry/collection/position_cache.h>

namespace descry {

/// Cost: 10 microseconds a record.
PositionCache read_positions(const Xapian::Database& db);

/// Writes the records; no others are left.
void write_positions(Xapian::WritableDatabase& db, const PositionCache& cache);

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_POSITION_RECORDS_H
