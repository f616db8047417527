/** @file fields_of.h
 *  @brief The fields of a document by which others may be told from it (FieldValues).
 */
#ifndef DESCRY_DOCUMENTS_FIELDS_OF_H
#define DESCRY_DOCUMENTS_FIELDS_OF_H

#include <span>
#include <string>

#include <xapian.h>

#include "engine/keys/field_values.h"

namespace descry {

/// What an index stores of a document's fields in its data (read_stored_data()): what is nested is
/// not.
FieldValues fields_of_data(const std::string& data);

/// Refuses to keep documents of an index apart by a field that none of them stores.
/// @exception Xapian::InvalidArgumentError naming the field, and those that there are
/// Cost: reading documents up to the first that has each field.
void check_stored_fields(const Xapian::Database& db, std::span<const std::string> fields);

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_FIELDS_OF_H
