#include <algorithm>

#include <descry/collapse/sort_order.h>

namespace descry {

SortKey SortKey::score(bool ascending) {
    SortKey key;
    key.ascending = ascending;
    return key;
}

SortKey SortKey::docid(bool ascending) {
    SortKey key;
    key.by = By::DOCID;
    key.ascending = ascending;
    return key;
}

SortKey SortKey::value(Xapian::valueno slot, ValueType type, bool ascending, Missing missing) {
    return {By::VALUE, ascending, slot, type, missing};
}

bool needs_score(const SortOrder& order) {
    return order.empty() || std::any_of(order.begin(), order.end(), [](const SortKey& key) {
               return key.by == SortKey::By::SCORE;
           });
}

bool is_ranking(const SortOrder& order) {
    return order.empty() || (order.front() == SortKey::score() &&
                             (order.size() == 1 || order[1] == SortKey::docid()));
}

}  // namespace descry
