/** @file query.h
 *  @brief What the user typed, as a Xapian query in the terms the index has.
 */
#ifndef DESCRY_QUERY_QUERY_H
#define DESCRY_QUERY_QUERY_H

#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/schema/stored_format.h>

namespace descry {

/// A query, and what of it was not taken as it may have been meant.
struct ParsedQuery {
    Xapian::Query query;
    /// For the user, a sentence each.
    std::vector<std::string> notes;
};

/** Parses @a text for @a db, in Xapian's query syntax: words, of which documents rank higher that
 *  hold more, "phrases", +word, -word, AND, OR, XOR, NOT, NEAR, ADJ, brackets, NAME:word; * is
 *  everything.
 *
 *  Where descry's analyzer made the terms, it cuts the words of the query too (QueryTree), and a
 *  NAME is a text field of the schema. For another program's index Xapian's QueryParser is used,
 *  with the prefixes that the index has.
 *  @exception Xapian::QueryParserError
 */
ParsedQuery parse_query(const Xapian::Database& db, const Schema& schema, std::string_view text);

}  // namespace descry

#endif  // DESCRY_QUERY_QUERY_H
