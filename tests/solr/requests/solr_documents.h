/** @file solr_documents.h
 *  @brief Documents as Solr's JSON has them, as documents of Xapian.
 */
#ifndef DESCRY_TESTS_SOLR_SOLR_DOCUMENTS_H
#define DESCRY_TESTS_SOLR_SOLR_DOCUMENTS_H

#include <deque>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <xapian.h>

#include <descry/collapse/sort_order.h>
#include <descry/solr/signature_chain.h>

#include "tests/solr/requests/fields.h"

namespace descry::testing {

/// How a field's value is kept in its slot.
ValueType value_type(const Field& field);

/// The bytes of a value; @throws Refused where it is none of the field's type
std::string slot_value(const Field& field, const std::string& text);

/// Back again: a date as ISO 8601, anything else as its bytes.
std::string decoded_value(const Field& field, const std::string& value);

/// Terms, values, and the members as JSON in the data. Body terms are the words of `text` and have
/// a wdf, all others have none.
/// @throws Refused for an unknown field, several values of a field that takes one, and a value that
///         is none of its type
Xapian::Document make_solr_document(const nlohmann::json& members);

/// The members as Solr's signature processor sees them. @a texts keeps what they refer to.
std::vector<SignatureField> signature_fields(const nlohmann::json& members,
                                             std::deque<std::string>& texts);

}  // namespace descry::testing

#endif  // DESCRY_TESTS_SOLR_SOLR_DOCUMENTS_H
