/** @file query.h
 *  @brief What the user typed, as a Xapian query in the terms the index has.
 */
#ifndef DESCRY_TOOLS_QUERY_H
#define DESCRY_TOOLS_QUERY_H

#include <string_view>

#include <xapian.h>

#include <descry/stored_format.h>

namespace descry {

/** Parses @a text for @a db.
 *
 *  Where descry's analyzer made the terms, it cuts the query too: documents that hold more of the
 *  words rank higher; "several words" in double quotes are a phrase, +word must and -word must not
 *  occur, * is everything. NAME: before a word or a phrase
 *  asks for it in a field of the schema. A chunk that the analyzer cuts into several words
 * (Japanese, say) asks for all of them. For another program's index Xapian's QueryParser is used,
 * with English stems where the index has stems.
 *  @exception Xapian::QueryParserError
 */
Xapian::Query parse_query(const Xapian::Database& db, const Schema& schema, std::string_view text);

}  // namespace descry

#endif  // DESCRY_TOOLS_QUERY_H
