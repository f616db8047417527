/** @file stored_format.h
 *  @brief What descry stores in a Xapian database: value slots, slot keys, metadata records.
 *
 *  docs/stored-format.md describes every byte, with examples. Only values and metadata are used:
 *  adding a term to an existing document costs 16-150 times as much as adding a value.
 */
#ifndef DESCRY_SCHEMA_STORED_FORMAT_H
#define DESCRY_SCHEMA_STORED_FORMAT_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/schema/document_fields.h>
#include <descry/signatures/signature_method.h>

namespace descry {

/// The default first slot: far above those of omindex, notmuch and recoll.
inline constexpr Xapian::valueno DEFAULT_SLOT_BASE = 1000;

/// State of documents signed with this model: the first 4 characters of its id.
std::string state_of_model(std::string_view model_id);

inline constexpr std::string_view STATE_WITHOUT_MODEL = "none";

/// Metadata keys. All begin with "descry:"; no other metadata is read or written.
namespace metadata_key {
inline constexpr const char* SCHEMA = "descry:schema";
inline constexpr const char* MODEL = "descry:model";
inline constexpr const char* MODEL_INFO = "descry:model-info";
inline constexpr const char* NEXT_MODEL = "descry:next-model";
inline constexpr const char* NEXT_MODEL_INFO = "descry:next-model-info";
inline constexpr const char* UNFINISHED = "descry:unfinished";
inline constexpr const char* GROUPS = "descry:groups";
/// Followed by a group's key.
inline constexpr const char* GROUP_PREFIX = "descry:group:";
/// Members of a large group; followed by its key and the first docid.
inline constexpr const char* GROUP_CHUNK_PREFIX = "descry:members:";
/// The band index, and earlier documents that must be listed again.
inline constexpr const char* BANDS_PREFIX = "descry:bands:";
inline constexpr const char* LISTED_PREFIX = "descry:listed:";
inline constexpr const char* HISTOGRAMS_PREFIX = "descry:histograms:";
}  // namespace metadata_key

/// Describes descry's data in an index: slots, methods, and the maker of the terms.
struct Schema {
    static constexpr unsigned FORMAT_VERSION = 5;

    Xapian::valueno slot_base = DEFAULT_SLOT_BASE;
    /// Signatures kept up to date in this index, ascending by slot. Other methods' slots are not
    /// read.
    std::vector<Slot> methods;
    /// Prefix of body terms; empty: terms without prefix.
    std::string term_prefix;
    std::string id_prefix = "Q";
    /// The analyzer recipe if descry's analyzers made the terms; else empty.
    std::string analyzer;
    /// The Xapian stemmer whose stems are indexed beside the words (SearchTerms); empty: none.
    std::string stemmer;
    DocumentFields fields;

    /// Adds fields by DocumentFields::add(). On an error nothing is added.
    /// @exception Xapian::InvalidArgumentError also for a slot of descry's own, and a prefix that
    ///            equals or extends that of unique terms
    void add(const DocumentFields& more);

    Xapian::valueno slot(Slot s) const { return slot_base + static_cast<Xapian::valueno>(s); }
    bool has(Slot method) const;
    /// All slots with descry's values: those of the methods and those the methods need.
    std::vector<Xapian::valueno> slots_in_use() const;
    void add(Slot method);

    friend bool operator==(const Schema&, const Schema&) = default;
};

/// Reads the schema of @a db (of its first shard when there are several).
/// @return nullopt when descry never wrote into this index
/// @exception Xapian::DatabaseVersionError written by another version, which the message names
/// @exception Xapian::DatabaseCorruptError unreadable
std::optional<Schema> read_schema(const Xapian::Database& db);

/// Converts a schema of an earlier version; values need a rebuild.
/// @exception as read_schema(), for a schema of a later version
void upgrade_schema(Xapian::WritableDatabase& db);

void write_schema(Xapian::WritableDatabase& db, const Schema& schema);

/// A schema for reading an index without one: detects body terms, and has no methods.
Schema schema_without_values(const Xapian::Database& db);

/// A schema for a database that has none: detects body terms (terms without prefix, else stems) and
/// checks that the slots are free.
/// @exception Xapian::InvalidOperationError another program uses one of the slots
Schema make_schema(const Xapian::Database& db, Xapian::valueno slot_base = DEFAULT_SLOT_BASE);

/// The position of one of several databases opened as one; Xapian interleaves their docids.
struct ShardNumber {
    /// From 0 on.
    std::size_t number = 0;
    std::size_t count = 1;

    bool has(Xapian::docid did) const { return (did - 1) % count == number; }
    /// The docid in this database. @pre has(did)
    Xapian::docid own(Xapian::docid did) const {
        return static_cast<Xapian::docid>((did - 1) / count + 1);
    }
    /// The docid across all databases.
    Xapian::docid of_all(Xapian::docid own) const {
        return static_cast<Xapian::docid>((own - 1) * count + number + 1);
    }
};

}  // namespace descry

#endif  // DESCRY_SCHEMA_STORED_FORMAT_H
