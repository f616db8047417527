/** @file index_order.h
 *  @brief The order in which documents of an index are preferred as heads.
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

/// Computes sort keys of documents for a group order; used for grouping and for prepared files.
class IndexOrder {
  public:
    /// Memory: 4 bytes per document for "longest". @exception Xapian::InvalidArgumentError unknown
    IndexOrder(const IndexCollection& index, std::string_view order);

    bool is_first() const { return order_.rule == GroupOrder::Rule::FIRST; }
    /// Whether key_of() uses the id.
    bool is_by_id() const { return order_.rule == GroupOrder::Rule::SHORTEST_ID; }

    /// Bytes that compare as the documents do, the preferred one first; ties by @a number.
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
