/** @file index_order.h
 *  @brief Which documents of an index are preferred as heads of groups.
 */
#ifndef DESCRY_PLUGIN_READING_INDEX_ORDER_H
#define DESCRY_PLUGIN_READING_INDEX_ORDER_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <xapian.h>

#include <descry/reading/index_collection.h>

#include "plugin/base/docids_end.h"
#include "plugin/schema/group_order.h"

namespace descry {

/// Says where documents stand in an order of groups: the one way, for a grouping and for what is
/// prepared for one.
class IndexOrder {
  public:
    /// @exception Xapian::InvalidArgumentError it names no order
    /// Memory: of "longest", 4 bytes a document.
    IndexOrder(const IndexCollection& index, std::string_view order);

    /// Whether it is that of the docids.
    bool is_first() const { return order_.rule == GroupOrder::Rule::FIRST; }
    /// Whether key_of() looks at the id.
    bool is_by_id() const { return order_.rule == GroupOrder::Rule::SHORTEST_ID; }

    /// Bytes that compare as documents do, the preferred one first; ties by @a number.
    /// @param did ascending from call to call
    /// @param number of the document among all
    std::string key_of(Xapian::docid did, std::string_view id, Xapian::docid number);

  private:
    GroupOrder order_;
    BodyLengths lengths_;
    std::optional<ValueCursor> values_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_READING_INDEX_ORDER_H
