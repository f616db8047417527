/** @file sort_by_group_order.h
 *  @brief Documents in the order by which the heads of groups are chosen.
 */
#ifndef DESCRY_GROUPS_SORT_BY_GROUP_ORDER_H
#define DESCRY_GROUPS_SORT_BY_GROUP_ORDER_H

#include <string>
#include <vector>

#include <xapian.h>

#include <descry/reading/index_collection.h>
#include <descry/schema/group_order.h>

namespace descry {

/// Sorts docids, ascending at first, so that preferred heads come first; ties by docid.
/// @param order "first" (docid), "longest" (body terms), "newest:SLOT" and "max:SLOT" (greatest
///        value), "min:SLOT" (least value), "shortest-url" (the id, or omindex's url)
/// @param id_prefix of the documents' unique terms
/// @exception Xapian::InvalidArgumentError another order
/// Cost: a walk over the slot or, for shortest-url, every document's data. Memory: the values.
void sort_by_group_order(const IndexCollection& index, const std::string& order,
                         const std::string& id_prefix, std::vector<Xapian::docid>& docids);

}  // namespace descry

#endif  // DESCRY_GROUPS_SORT_BY_GROUP_ORDER_H
