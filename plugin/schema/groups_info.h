/** @file groups_info.h
 *  @brief What an index says of its groups as a whole.
 */
#ifndef DESCRY_SCHEMA_GROUPS_INFO_H
#define DESCRY_SCHEMA_GROUPS_INFO_H

#include <cstdint>
#include <optional>
#include <string>

#include <xapian.h>

namespace descry {

/// What an index says of its groups as a whole.
struct GroupsInfo {
    /// The state value (state_of_model) of the model they were made with.
    std::string state;
    /// False while groups are being made: they are made again from the beginning.
    bool complete = false;
    /// Documents that met as many heads as are tried at most.
    std::uint64_t limited = 0;
    /// Bits of a name that tell its record of the band index.
    unsigned band_bits = 0;
    /// The band index lists documents up to this one, with their coarse histograms; what later ones
    /// are listed under, their values say.
    Xapian::docid listed_to = 0;
    /// Groups have members in other databases, too, so that they are not made anew from this one
    /// alone.
    bool is_shard = false;

    friend bool operator==(const GroupsInfo&, const GroupsInfo&) = default;
};

/// As many bits of a name tell its record of the band index at most.
inline constexpr unsigned MAX_BAND_TABLE_BITS = 31;

/// nullopt when groups were never made. @exception Xapian::DatabaseCorruptError unreadable
std::optional<GroupsInfo> read_groups_info(const Xapian::Database& db);

void write_groups_info(Xapian::WritableDatabase& db, const GroupsInfo& info);

/// An annotation that looks at every document, and where it stands. A run over stale documents
/// alone needs no note: the state slot tells which are left.
struct Checkpoint {
    /// The state value the documents get.
    std::string state;
    /// Documents below this docid are done.
    Xapian::docid next = 1;
};

/// Reads the note; nullopt when no such annotation is under way.
std::optional<Checkpoint> read_checkpoint(const Xapian::Database& db);

/// Writes the note, or takes it away.
void write_checkpoint(Xapian::WritableDatabase& db, const std::optional<Checkpoint>& checkpoint);

}  // namespace descry

#endif  // DESCRY_SCHEMA_GROUPS_INFO_H
