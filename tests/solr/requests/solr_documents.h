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

#include <descry/solr/signature_chain.h>

#include "tools/service/solr/solr_fields.h"

namespace descry::testing {

/// The fields of the Solr that the recorded requests were sent to:
/// tests/solr/peer/src/main/resources/schema.xml in Xapian's terms.
const std::vector<SolrField>& solr_fields();

/// What the words of these fields are read by.
Schema solr_schema();

/// Terms, values, and the members as JSON in the data. Body terms are the words of `text` and have
/// a wdf, all others have none.
/// @throws SolrRefused for an unknown field, several values of a field that takes one, and a value
/// that
///         is none of its type
Xapian::Document make_solr_document(const nlohmann::json& members);

/// The members as Solr's signature processor sees them. @a texts keeps what they refer to.
std::vector<SignatureField> signature_fields(const nlohmann::json& members,
                                             std::deque<std::string>& texts);

}  // namespace descry::testing

#endif  // DESCRY_TESTS_SOLR_SOLR_DOCUMENTS_H
