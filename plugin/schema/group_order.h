/** @file group_order.h
 *  @brief The names of the orders for choosing heads.
 */
#ifndef DESCRY_SCHEMA_GROUP_ORDER_H
#define DESCRY_SCHEMA_GROUP_ORDER_H

#include <string>
#include <string_view>

#include <xapian.h>

namespace descry {

/// An order of documents; the first of a group is its head.
struct GroupOrder {
    enum class Rule {
        FIRST,           ///< "first": lowest docid
        LONGEST,         ///< "longest": most body terms
        LEAST_VALUE,     ///< "min:SLOT"
        GREATEST_VALUE,  ///< "max:SLOT", "newest:SLOT"
        SHORTEST_ID,     ///< "shortest-url": the id, or omindex's url
    };
    Rule rule = Rule::FIRST;
    /// For the two orders by value.
    Xapian::valueno slot = 0;

    bool is_by_value() const { return rule == Rule::LEAST_VALUE || rule == Rule::GREATEST_VALUE; }
};

/// @exception Xapian::InvalidArgumentError unknown order
GroupOrder parse_group_order(std::string_view order);

/// @exception Xapian::InvalidArgumentError parse_group_order() does not know it
inline void check_group_order(const std::string& order) {
    parse_group_order(order);
}

}  // namespace descry

#endif  // DESCRY_SCHEMA_GROUP_ORDER_H
