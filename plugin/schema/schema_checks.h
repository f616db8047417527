/** @file schema_checks.h
 *  @brief Checks, before writing, of prefixes, slots and names in a schema.
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

/// The greatest slot base that leaves room for all RESERVED_SLOTS.
inline constexpr Xapian::valueno MAX_SLOT_BASE = Xapian::BAD_VALUENO - RESERVED_SLOTS;

/// Whether a slot is one of descry's, used or reserved.
bool is_own_slot(const Schema& schema, Xapian::valueno slot);

/// Whether an index with descry's values has, or may have, some in a slot.
bool is_own_value_slot(const Schema& schema, Xapian::valueno slot);

/// @exception Xapian::InvalidArgumentError above MAX_SLOT_BASE
void check_slot_base(Xapian::valueno slot_base);

/// @exception Xapian::InvalidOperationError another program uses the slot of @a method
void check_slot_is_free(const Xapian::Database& db, const Schema& schema, Slot method);

/// @exception Xapian::InvalidArgumentError one of the methods needs the text
void check_methods_of_annotation(const std::vector<Slot>& methods);

/// @param methods requested for an index; those that it already has are not checked
/// @exception Xapian::InvalidArgumentError one is made from the text, and the index has documents
///            without it
/// @exception Xapian::InvalidOperationError another program uses the slot of one
void check_new_methods(const Xapian::Database& db, const Schema& schema,
                       const std::vector<Slot>& methods);

/// @param term_prefix of the body terms
/// @exception Xapian::InvalidArgumentError a prefix that is not all capitals, begins with Z
///            (stems), or equals that of the body terms (including none): a unique term would be a
///            word, and a document would replace others that contain it
void check_id_prefix(const std::string& id_prefix, const std::string& term_prefix);

/// @exception Xapian::InvalidArgumentError a new value field has the name of a signature, a slot or
///            "none", which takes precedence
void check_value_names(const DocumentFields& fields, const Schema& schema);

/// @exception Xapian::InvalidArgumentError an unknown order, or one by a slot of descry's own
void check_group_order(const std::string& order, const Schema& schema);

/// Sets the prefix of body terms in a schema; nullopt: no change. @return whether it changed
/// @exception Xapian::InvalidOperationError descry built the index; its words have no prefix
bool set_term_prefix(const std::optional<std::string>& prefix, Schema& schema);

/// Another program that updates an index from its own sources.
struct IndexOwner {
    const char* name;
    /// Its update command; empty if there is no single one.
    const char* update;
    /// What users add to its documents that an update does not restore; empty: nothing.
    const char* lost;
    /// How to delete a document permanently.
    const char* lasting_way;
};

/// The program that owns @a db, by its metadata or terms. Null: descry.
const IndexOwner* index_owner(const Xapian::Database& db, const Schema& schema);

bool is_of_recoll(const Xapian::Database& db);

}  // namespace descry

#endif  // DESCRY_SCHEMA_SCHEMA_CHECKS_H
