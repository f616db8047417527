/** @file band_index.h
 *  @brief Which documents have a band key: how a new document finds its near-duplicates.
 *
 *  Heads and documents that stand alone are listed under all their names: a newcomer is compared
 *  with heads. Members are listed under the name of their bag alone, for documents that equal them.
 *  The last grouping wrote all of it in records of some 64 entries; what came since stands
 * in a record per key, so that adding a document costs the same in an index of any size.
 */
#ifndef DESCRY_PLUGIN_BAND_INDEX_H
#define DESCRY_PLUGIN_BAND_INDEX_H

#include <cstdint>
#include <vector>

#include <xapian.h>

#include "document_keys.h"

namespace descry {

/// A key of any band, or a bag, as the band index names it: evenly spread.
using BandName = std::uint64_t;

/// The name of a bag.
BandName bag_name(std::uint64_t bag);

/// The names of a document's keys: one a band, and one for its bag, which is never equal to a
/// band's.
std::vector<BandName> band_names(const DocumentKeys& keys);

/// A document under one of its names.
struct BandEntry {
    BandName name;
    Xapian::docid did;

    friend auto operator<=>(const BandEntry&, const BandEntry&) = default;
};

/// Writes the index anew; nothing of the old one is left. What is there already is not written
/// again.
/// @param max_documents listed under one name
/// @return bits of a name that tell its record (GroupsInfo::band_bits)
unsigned write_band_index(Xapian::WritableDatabase& db, SortedRuns<BandEntry>& entries,
                          std::uint64_t number_of_entries, std::uint32_t max_documents);

/// The documents under @a name, ascending, without repeats. Some may be gone, or have changed
/// since: their keys tell. Cost: two look-ups in the metadata, 3 microseconds.
std::vector<Xapian::docid> find_in_band_index(const Xapian::Database& db, BandName name,
                                              unsigned band_bits);

/// Lists a document under its names, where fewer than @a max_documents were added under them.
/// Cost: a look-up and a write a name.
void add_to_band_index(Xapian::WritableDatabase& db, const std::vector<BandName>& names,
                       Xapian::docid did, std::uint32_t max_documents);

}  // namespace descry

#endif  // DESCRY_PLUGIN_BAND_INDEX_H
