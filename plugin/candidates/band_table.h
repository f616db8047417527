/** @file band_table.h
 *  @brief Which documents have a band key, as records of the metadata: made by a grouping of the
 *         whole index, some 180 entries to a record.
 */
#ifndef DESCRY_PLUGIN_CANDIDATES_BAND_TABLE_H
#define DESCRY_PLUGIN_CANDIDATES_BAND_TABLE_H

#include <cstdint>
#include <span>
#include <vector>

#include <xapian.h>

#include "engine/collection/document_keys.h"

namespace descry {

/// A key of any band, or a content hash, as the band index names it: evenly spread.
using BandName = std::uint64_t;

/// The name of a content hash.
BandName content_band_name(std::uint64_t content_hash);

/// The names of a document's keys: one a band, and one for its content hash, which is never equal
/// to a band's.
std::vector<BandName> band_names(const DocumentKeys& keys);

/// A document under one of its names.
struct BandEntry {
    BandName name;
    Xapian::docid did;

    friend auto operator<=>(const BandEntry&, const BandEntry&) = default;
};

/// Bits of a name that tell its record, where so many entries are to be stored: a record then holds
/// 128 to 256.
unsigned band_table_bits(std::uint64_t number_of_entries);

/// Writes the table anew, each entry once; nothing of the old one is left. What is there already is
/// not written again.
/// @param max_documents listed under one name: the first
/// @return bits of a name that tell its record (GroupsInfo::band_bits)
unsigned write_band_table(Xapian::WritableDatabase& db, SortedRuns<BandEntry>& entries,
                          std::uint64_t number_of_entries, std::uint32_t max_documents);

/// Takes more entries, ascending, into the table.
/// Cost: a look-up and a write for each record that gains one.
void merge_into_band_table(Xapian::WritableDatabase& db, std::span<const BandEntry> entries,
                           unsigned bits, std::uint32_t max_documents);

/// The documents under @a name, ascending, without repeats; by chance one under another name, once
/// in 256 calls. Cost: a look-up in the metadata, 2 microseconds.
std::vector<Xapian::docid> find_in_band_table(const Xapian::Database& db, BandName name,
                                              unsigned bits);

}  // namespace descry

#endif  // DESCRY_PLUGIN_CANDIDATES_BAND_TABLE_H
