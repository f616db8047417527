/** @file fields_of.h
 *  @brief The fields of a document by which others may be told from it (FieldValues).
 */
#ifndef DESCRY_DOCUMENTS_FIELDS_OF_H
#define DESCRY_DOCUMENTS_FIELDS_OF_H

#include <set>
#include <span>
#include <string>

#include <xapian.h>

#include <descry/documents/input_document.h>

#include "engine/keys/field_values.h"

namespace descry {

/// All fields but id and text.
FieldValues fields_of(const InputDocument& document);

/// What an index stores of them in a document's data (read_stored_data()): what is nested is not.
FieldValues fields_of_data(const std::string& data);

/// Refuses to keep documents of an index apart by a field that none of them stores.
/// @exception Xapian::InvalidArgumentError naming the field, and those that there are
/// Cost: reading documents up to the first that has each field.
void check_stored_fields(const Xapian::Database& db, std::span<const std::string> fields);

/// "no document has the field "x"; there are: a, b": what is said of a field that is in none.
/// @param names of fields that there are
std::string no_such_field(const std::string& field, const std::set<std::string>& names);

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_FIELDS_OF_H
