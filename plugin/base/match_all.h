/** @file match_all.h
 *  @brief The query that every document matches.
 */
#ifndef DESCRY_PLUGIN_BASE_MATCH_ALL_H
#define DESCRY_PLUGIN_BASE_MATCH_ALL_H

#include <string>

#include <xapian.h>

namespace descry {

/// What Xapian::Query::MatchAll is, made anew: copies of one query share a count that is not
/// atomic, so that several threads may not copy that constant.
inline Xapian::Query match_all() {
    return Xapian::Query(std::string());
}

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_MATCH_ALL_H
