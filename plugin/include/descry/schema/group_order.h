/** @file group_order.h
 *  @brief The names of the orders by which the head of a group is chosen.
 */
#ifndef DESCRY_SCHEMA_GROUP_ORDER_H
#define DESCRY_SCHEMA_GROUP_ORDER_H

#include <optional>
#include <string>
#include <string_view>

#include <xapian.h>

namespace descry {

/// An order of documents, of which the first of a group is its head.
struct GroupOrder {
    enum class Rule {
        FIRST,           ///< "first": least docid
        LONGEST,         ///< "longest": most body terms
        LEAST_VALUE,     ///< "min:SLOT"
        GREATEST_VALUE,  ///< "max:SLOT", "newest:SLOT"
        SHORTEST_ID,     ///< "shortest-url": the id, or omindex's url
    };
    Rule rule = Rule::FIRST;
    /// Of the two orders by value.
    Xapian::valueno slot = 0;
};

/// @exception Xapian::InvalidArgumentError it names no order
GroupOrder parse_group_order(std::string_view order);

/// Refuses what parse_group_order() does not know. @exception Xapian::InvalidArgumentError
void check_group_order(const std::string& order);

/// The slot that an order goes by; nullopt where it goes by none.
/// @exception Xapian::InvalidArgumentError as check_group_order()
std::optional<Xapian::valueno> slot_of_group_order(const std::string& order);

}  // namespace descry

#endif  // DESCRY_SCHEMA_GROUP_ORDER_H
