/** @file lucene_query.h
 *  @brief Converts queries in Lucene's syntax to Xapian's.
 */
#ifndef DESCRY_TOOLS_SERVICE_SOLR_LUCENE_QUERY_H
#define DESCRY_TOOLS_SERVICE_SOLR_LUCENE_QUERY_H

#include <string_view>

#include <xapian.h>

#include "tools/service/solr/solr_fields.h"

namespace descry {

/// Accepts words, `field:word`, `field:(a b)`, `field:[1 TO 8]` (braces exclude), `field:"a b"`,
/// `field:*`, `+`, `-`, AND, OR, NOT (and `&&`, `||`, `!`), groups and `*:*`, as in Lucene's
/// classic parser; a backslash escapes the next character.
/// @throws SolrRefused for anything else, such as wildcards and boosts, and for ranges of fields
///         without values
/// @exception Xapian::QueryParserError as parse_query()
Xapian::Query parse_lucene(const SolrCore& core, std::string_view text);

/// True for `*:*`, which gives every document the score 1; Xapian gives it none.
bool is_match_all(const Xapian::Query& query);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_SOLR_LUCENE_QUERY_H
