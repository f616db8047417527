/** @file band_table.h
 *  @brief Documents by band key, in metadata records of some 180 entries, made by grouping the
 *         whole index.
 */
#ifndef DESCRY_PLUGIN_CANDIDATES_BAND_TABLE_H
#define DESCRY_PLUGIN_CANDIDATES_BAND_TABLE_H

#include <cstdint>
#include <span>
#include <vector>

#include <xapian.h>

#include "engine/collection/document_keys.h"

namespace descry {

/// The band index's name for a key of any band, or for a content hash; evenly distributed.
using BandName = std::uint64_t;

BandName content_band_name(std::uint64_t content_hash);

/// The names of a document's keys: one per band, and one for its content hash, always distinct.
std::vector<BandName> band_names(const DocumentKeys& keys);

struct BandEntry {
    BandName name;
    Xapian::docid did;

    friend auto operator<=>(const BandEntry&, const BandEntry&) = default;
};

/// Bits of a name that select its record, for this many entries: a record then holds 128 to 256.
unsigned band_table_bits(std::uint64_t number_of_entries);

/// Rewrites the table, each entry once; old entries are removed. Unchanged records are not written.
/// @param max_documents per name; later ones are not listed
/// @return bits of a name that select its record (GroupsInfo::band_bits)
unsigned write_band_table(Xapian::WritableDatabase& db, SortedRuns<BandEntry>& entries,
                          std::uint64_t number_of_entries, std::uint32_t max_documents);

/// Adds entries, ascending, to the table. Cost: a look-up and a write per changed record.
void merge_into_band_table(Xapian::WritableDatabase& db, std::span<const BandEntry> entries,
                           unsigned bits, std::uint32_t max_documents);

/// The documents under @a name, ascending, without repeats; about once in 256 calls also one under
/// another name. Cost: a look-up in the metadata, 2 microseconds.
std::vector<Xapian::docid> find_in_band_table(const Xapian::Database& db, BandName name,
                                              unsigned bits);

}  // namespace descry

#endif  // DESCRY_PLUGIN_CANDIDATES_BAND_TABLE_H
