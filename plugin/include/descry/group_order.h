/** @file group_order.h
 *  @brief Which document of a group is its head: the first in an order that the user chooses.
 */
#ifndef DESCRY_GROUP_ORDER_H
#define DESCRY_GROUP_ORDER_H

#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/index_statistics.h>

namespace descry {

/// Sorts docids, ascending at first, so that preferred heads come first; ties by docid.
/// @param order "first" (docid), "longest" (body terms), "newest:SLOT" and "max:SLOT" (greatest
///        value), "min:SLOT" (least value), "shortest-url" (the id, or omindex's url)
/// @param id_prefix of the documents' unique terms
/// @exception Xapian::InvalidArgumentError another order
/// Cost: a walk over the slot or, for shortest-url, every document's data. Memory: the values.
void sort_by_group_order(const ReadOptions& read, const std::string& order,
                         const std::string& id_prefix, std::vector<Xapian::docid>& docids);

/// Refuses what sort_by_group_order() does not know. @exception Xapian::InvalidArgumentError
void check_group_order(const std::string& order);

/// The slot that an order goes by; nullopt where it goes by none.
/// @exception Xapian::InvalidArgumentError as check_group_order()
std::optional<Xapian::valueno> slot_of_group_order(const std::string& order);

}  // namespace descry

#endif  // DESCRY_GROUP_ORDER_H
