#include <algorithm>

#include <descry/collapse/sort_order.h>

namespace descry {

SortKey SortKey::score(bool ascending) {
    return {.ascending = ascending};
}

SortKey SortKey::docid(bool ascending) {
    return {.by = By::DOCID, .ascending = ascending};
}

SortKey SortKey::value(Xapian::valueno slot, ValueType type, bool ascending, Missing missing) {
    return {By::VALUE, ascending, slot, type, missing};
}

bool needs_score(const SortOrder& order) {
    return order.empty() ||
           std::ranges::find(order, SortKey::By::SCORE, &SortKey::by) != order.end();
}

bool is_ranking(const SortOrder& order) {
    return order.empty() || (order.front() == SortKey::score() &&
                             (order.size() == 1 || order[1] == SortKey::docid()));
}

}  // namespace descry
