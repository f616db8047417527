/** @file match_all.h
 *  @brief A query that matches every document.
 */
#ifndef DESCRY_PLUGIN_BASE_MATCH_ALL_H
#define DESCRY_PLUGIN_BASE_MATCH_ALL_H

#include <string>

#include <xapian.h>

namespace descry {

/// A new Xapian::Query::MatchAll. Copies of one query share a reference count that is not atomic,
/// so threads must not copy that constant.
inline Xapian::Query match_all() {
    return Xapian::Query(std::string());
}

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_MATCH_ALL_H
