/** @file query.h
 *  @brief Parses a user's query into a Xapian query over the terms of the index.
 */
#ifndef DESCRY_QUERY_QUERY_H
#define DESCRY_QUERY_QUERY_H

#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/schema/stored_format.h>

namespace descry {

struct ParsedQuery {
    Xapian::Query query;
    /// Parts that may not mean what the user intended, one sentence each.
    std::vector<std::string> notes;
};

/** Parses @a text in Xapian's query syntax: words (documents with more of them rank higher),
 *  "phrases", +word, -word, AND, OR, XOR, NOT, NEAR, ADJ, brackets, NAME:word; * matches
 *  everything.
 *
 *  If descry's analyzer made the terms of @a db, it also analyses the query (QueryTree), and NAME
 *  is a text field of the schema. For other indexes Xapian's QueryParser is used, with the prefixes
 *  found in the index.
 *  @exception Xapian::QueryParserError
 */
ParsedQuery parse_query(const Xapian::Database& db, const Schema& schema, std::string_view text);

}  // namespace descry

#endif  // DESCRY_QUERY_QUERY_H
