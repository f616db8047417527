#include "plugin/reading/index_order.h"

#include "engine/hashing/order_key.h"
#include "plugin/base/docids_end.h"

namespace descry {

IndexOrder::IndexOrder(const IndexCollection& index, std::string_view order)
    : order_(parse_group_order(order)) {
    if (order_.rule == GroupOrder::Rule::LONGEST) lengths_ = index.documents().lengths();
    if (order_.is_by_value()) values_.emplace(index.open(), order_.slot);
}

std::string IndexOrder::key_of(Xapian::docid did, std::string_view id, Xapian::docid number) {
    OrderKey key;
    switch (order_.rule) {
        case GroupOrder::Rule::FIRST:
            break;
        case GroupOrder::Rule::LONGEST:
            key.add(std::uint64_t{at_docid(lengths_, did)}).reverse();
            break;
        case GroupOrder::Rule::SHORTEST_ID:
            key.add(std::uint64_t{id.size()});
            break;
        case GroupOrder::Rule::LEAST_VALUE:
        case GroupOrder::Rule::GREATEST_VALUE: {
            // A document without the value is last in either order.
            const std::string value = values_->of(did);
            const bool is_greatest = order_.rule == GroupOrder::Rule::GREATEST_VALUE;
            key.add(std::uint64_t{value.empty() != is_greatest}, 1).add(value);
            if (is_greatest) key.reverse();
            break;
        }
    }
    return key.add(std::uint64_t{number}, sizeof number).bytes();
}

}  // namespace descry
