/** @file schema_checks.h
 *  @brief What a schema refuses before anything is written: prefixes, slots and names that would be
 *         taken for something else.
 */
#ifndef DESCRY_SCHEMA_SCHEMA_CHECKS_H
#define DESCRY_SCHEMA_SCHEMA_CHECKS_H

#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/schema/document_fields.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// The greatest slot base: all RESERVED_SLOTS from it on are slots.
inline constexpr Xapian::valueno MAX_SLOT_BASE = Xapian::BAD_VALUENO - RESERVED_SLOTS;

/// Whether a slot is one of descry's own, used or kept for later.
bool is_own_slot(const Schema& schema, Xapian::valueno slot);

/// Whether an index with values of ours has, or may have, some in a slot.
bool holds_own_values(const Schema& schema, Xapian::valueno slot);

/// @exception Xapian::InvalidArgumentError above MAX_SLOT_BASE, from where slots would be none, or
///            the first ones again
void check_slot_base(Xapian::valueno slot_base);

/// @exception Xapian::InvalidOperationError the slot of @a method is in use by somebody else
void check_slot_is_free(const Xapian::Database& db, const Schema& schema, Slot method);

/// @exception Xapian::InvalidArgumentError one of the methods needs the text
void check_methods_of_annotation(const std::vector<Slot>& methods);

/// @param methods that are asked for of an index; those that it has already are no matter
/// @exception Xapian::InvalidArgumentError one is made from the text, and documents are there
///            without it
/// @exception Xapian::InvalidOperationError a slot of one is in use by somebody else
void check_new_methods(const Xapian::Database& db, const Schema& schema,
                       const std::vector<Slot>& methods);

/// @param term_prefix of the body terms
/// @exception Xapian::InvalidArgumentError a prefix that is not of capitals, begins with Z (stems),
///            or is that of the body terms, such as none where they have none: a unique term would
///            be a word, and a document replace others that hold it
void check_id_prefix(const std::string& id_prefix, const std::string& term_prefix);

/// @exception Xapian::InvalidArgumentError a value field that @a schema has not and that cannot be
///            named, as a signature, a slot or "none" of this name is found first
void check_value_names(const DocumentFields& fields, const Schema& schema);

/// @exception Xapian::InvalidArgumentError another order than check_group_order() knows, or one by
///            a slot of descry's own
void check_group_order(const std::string& order, const Schema& schema);

/// Puts a prefix of body terms into a schema; none: it stays as it is. @return whether that changed
/// @exception Xapian::InvalidOperationError the index is descry's own, whose words have none
bool set_term_prefix(const std::optional<std::string>& prefix, Schema& schema);

/// Another program that brings an index up to date from its own sources.
struct IndexOwner {
    const char* name;
    /// How it is run; empty where there is no one command.
    const char* update;
    /// What a person adds to its documents, and an update does not bring back; empty: nothing.
    const char* lost;
    /// How a document goes for good.
    const char* lasting_way;
};

/// Whose index @a db is: known by its metadata, else by terms that are not descry's. Null:
/// descry's.
const IndexOwner* index_owner(const Xapian::Database& db, const Schema& schema);

/// Whether recoll made it.
bool is_of_recoll(const Xapian::Database& db);

}  // namespace descry

#endif  // DESCRY_SCHEMA_SCHEMA_CHECKS_H
