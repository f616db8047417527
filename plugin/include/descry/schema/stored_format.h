/** @file stored_format.h
 *  @brief What descry stores in a Xapian database: value slots, slot keys, metadata records.
 *
 *  docs/stored-format.md gives every byte with worked examples. Values and metadata only: adding a
 *  term to an existing document costs 16-150 times as much as adding a value.
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

/// The first slot when nothing else is asked for: far above what omindex, notmuch and recoll use.
inline constexpr Xapian::valueno DEFAULT_SLOT_BASE = 1000;

/// The state slot's value for documents signed with this model: the first 4 characters of its id.
std::string state_of_model(std::string_view model_id);

/// The state slot's value for documents signed while there was no model.
inline constexpr std::string_view STATE_WITHOUT_MODEL = "none";

/// Metadata keys. All begin with "descry:"; nothing else of the metadata is read or written.
namespace metadata_key {
inline constexpr const char* SCHEMA = "descry:schema";
inline constexpr const char* MODEL = "descry:model";
inline constexpr const char* MODEL_INFO = "descry:model-info";
inline constexpr const char* NEXT_MODEL = "descry:next-model";
inline constexpr const char* NEXT_MODEL_INFO = "descry:next-model-info";
inline constexpr const char* UNFINISHED = "descry:unfinished";
inline constexpr const char* GROUPS = "descry:groups";
/// With a group's key appended.
inline constexpr const char* GROUP_PREFIX = "descry:group:";
/// Members of a large group, with its key and the first docid appended.
inline constexpr const char* GROUP_CHUNK_PREFIX = "descry:members:";
/// The band index, and earlier documents that are to be listed too.
inline constexpr const char* BANDS_PREFIX = "descry:bands:";
inline constexpr const char* LISTED_PREFIX = "descry:listed:";
/// The coarse histograms of documents that the band index lists.
inline constexpr const char* HISTOGRAMS_PREFIX = "descry:histograms:";
}  // namespace metadata_key

/// What an index says of itself: where the values are, which, and what made its terms.
struct Schema {
    /// Version of all that is stored.
    static constexpr unsigned FORMAT_VERSION = 5;

    Xapian::valueno slot_base = DEFAULT_SLOT_BASE;
    /// Signatures that are kept up to date in this index, ascending by slot, without repeats. Slots
    /// of others are anybody's: nothing is read there.
    std::vector<Slot> methods;
    /// Prefix of body terms; empty: terms without prefix.
    std::string term_prefix;
    /// Prefix of a document's unique term.
    std::string id_prefix = "Q";
    /// The analyzer recipe, when descry's own analyzers made the terms; else empty.
    std::string analyzer;
    /// The name of the Xapian stemmer whose stems stand beside the words (SearchTerms); empty:
    /// there are none.
    std::string stemmer;
    /// What of a document is indexed beside its text.
    DocumentFields fields;

    /// Adds fields, each as DocumentFields::add() does.
    /// @exception Xapian::InvalidArgumentError also for a slot of descry's own, and a prefix that
    ///            is the unique terms' or begins with it; nothing is added
    void add(const DocumentFields& more);

    Xapian::valueno slot(Slot s) const { return slot_base + static_cast<Xapian::valueno>(s); }
    bool has(Slot method) const;
    /// All slots that hold ours: those of the methods, and what these need.
    std::vector<Xapian::valueno> slots_in_use() const;
    void add(Slot method);

    friend bool operator==(const Schema&, const Schema&) = default;
};

/// Reads the schema of @a db (of its first shard when there are several).
/// @return nullopt when descry never wrote into this index
/// @exception Xapian::DatabaseVersionError written by another version, which the message names
/// @exception Xapian::DatabaseCorruptError unreadable
std::optional<Schema> read_schema(const Xapian::Database& db);

/// Makes a schema of an earlier version one of this; the values are left to a rebuild.
/// @exception as read_schema(), for a schema of a later version
void upgrade_schema(Xapian::WritableDatabase& db);

/// Writes the schema; it is stored with the next commit.
void write_schema(Xapian::WritableDatabase& db, const Schema& schema);

/// To read an index by that has no schema: body terms are found, and there are no methods, so that
/// no slot is taken for one of ours.
Schema schema_without_values(const Xapian::Database& db);

/// A schema for a database that has none yet: body terms are found (terms without prefix; stems
/// where there are no others), and the slots are checked to be free.
/// @exception Xapian::InvalidOperationError one of the slots is in use by somebody else
Schema make_schema(const Xapian::Database& db, Xapian::valueno slot_base = DEFAULT_SLOT_BASE);

/// One of several databases that are opened as one, which Xapian deals the docids out to in turn.
struct ShardNumber {
    /// From 0 on.
    std::size_t number = 0;
    std::size_t count = 1;

    bool has(Xapian::docid did) const { return (did - 1) % count == number; }
    /// The docid in this database. @pre has(did)
    Xapian::docid own(Xapian::docid did) const {
        return static_cast<Xapian::docid>((did - 1) / count + 1);
    }
    /// The docid in all of them.
    Xapian::docid of_all(Xapian::docid own) const {
        return static_cast<Xapian::docid>((own - 1) * count + number + 1);
    }
};

}  // namespace descry

#endif  // DESCRY_SCHEMA_STORED_FORMAT_H
