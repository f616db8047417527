/** @file fields_of.h
 *  @brief The fields by which documents may be kept apart (FieldValues).
 */
#ifndef DESCRY_DOCUMENTS_FIELDS_OF_H
#define DESCRY_DOCUMENTS_FIELDS_OF_H

#include <span>
#include <string>

#include <xapian.h>

#include "engine/keys/field_values.h"

namespace descry {

/// The fields in an index's stored data (read_stored_data()), without nested ones.
FieldValues fields_of_data(const std::string& data);

/// Rejects keeping documents apart by a field that no document stores. Cost: reading documents up
/// to the first that has each field.
/// @exception Xapian::InvalidArgumentError names the field, and those that exist
void check_stored_fields(const Xapian::Database& db, std::span<const std::string> fields);

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_FIELDS_OF_H
