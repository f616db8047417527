#include <utility>

#include <descry/collapse/collapse.h>

namespace descry {

HeadRule HeadRule::score() {
    return {};
}

HeadRule HeadRule::min(Xapian::valueno slot) {
    return {{SortKey::value(slot, ValueType::NUMBER, true)}};
}

HeadRule HeadRule::max(Xapian::valueno slot) {
    return {{SortKey::value(slot, ValueType::NUMBER, false)}};
}

HeadRule HeadRule::sort(SortOrder order) {
    return {std::move(order)};
}

}  // namespace descry
