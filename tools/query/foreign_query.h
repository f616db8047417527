/** @file foreign_query.h
 *  @brief Queries for an index that another program made: Xapian's QueryParser with the prefixes
 *         that the index has.
 */
#ifndef DESCRY_TOOLS_QUERY_FOREIGN_QUERY_H
#define DESCRY_TOOLS_QUERY_FOREIGN_QUERY_H

#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/schema/stored_format.h>

namespace descry {

/// A field that an index of another program has terms of.
struct ForeignField {
    std::string name;
    std::string prefix;
    /// The terms are values, which are looked for as they are; else words.
    bool is_boolean = false;

    friend bool operator==(const ForeignField&, const ForeignField&) = default;
};

/// The fields of an index by the prefixes of its terms: the single letters have the names that
/// Omega and notmuch give them (`title` S, `tag` K, ...), an X and capitals that in small letters
/// (`subject` XSUBJECT). Ascending by name; a name may come twice, with two prefixes.
/// Cost: a jump in the list of terms for each prefix.
std::vector<ForeignField> foreign_fields(const Xapian::Database& db);

/// Parses @a text with Xapian's QueryParser: all of its syntax, with English stems where the index
/// has stems, words under the body terms' prefix.
/// @exception Xapian::QueryParserError also for too many words, brackets or NOTs
Xapian::Query parse_foreign_query(const Xapian::Database& db, const Schema& schema,
                                  const std::vector<ForeignField>& fields, std::string_view text);

}  // namespace descry

#endif  // DESCRY_TOOLS_QUERY_FOREIGN_QUERY_H
