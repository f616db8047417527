/** @file groups_info.h
 *  @brief Data about an index's groups as a whole.
 */
#ifndef DESCRY_SCHEMA_GROUPS_INFO_H
#define DESCRY_SCHEMA_GROUPS_INFO_H

#include <cstdint>
#include <optional>
#include <string>

#include <xapian.h>

namespace descry {

struct GroupsInfo {
    /// The state (state_of_model) of the model they were made with.
    std::string state;
    /// False while groups are being made: then they are made again from the beginning.
    bool complete = false;
    /// Documents that met the maximum number of heads.
    std::uint64_t limited = 0;
    /// Bits of a name that select its record of the band index.
    unsigned band_bits = 0;
    /// The band index lists documents up to this one; names of later ones come from their values.
    Xapian::docid listed_to = 0;
    /// Groups have members in other databases, so they cannot be made from this one alone.
    bool is_shard = false;

    friend bool operator==(const GroupsInfo&, const GroupsInfo&) = default;
};

/// Limit of band_bits.
inline constexpr unsigned MAX_BAND_TABLE_BITS = 31;

/// nullopt if groups were never made. @exception Xapian::DatabaseCorruptError unreadable
std::optional<GroupsInfo> read_groups_info(const Xapian::Database& db);

void write_groups_info(Xapian::WritableDatabase& db, const GroupsInfo& info);

/// Progress of an annotation of every document; for stale ones the state slot is enough.
struct Checkpoint {
    /// The state that documents get.
    std::string state;
    /// Documents below this docid are done.
    Xapian::docid next = 1;
};

/// nullopt if no such annotation is in progress.
std::optional<Checkpoint> read_checkpoint(const Xapian::Database& db);

void write_checkpoint(Xapian::WritableDatabase& db, const std::optional<Checkpoint>& checkpoint);

}  // namespace descry

#endif  // DESCRY_SCHEMA_GROUPS_INFO_H
