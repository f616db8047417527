#include "plugin/collapse/values/slot_reader.h"

#include <algorithm>
#include <utility>

#include "plugin/base/docids_end.h"
#include "plugin/base/key_interner.h"

namespace descry {

GroupNumbers group_numbers(const ValueSource& source, Xapian::valueno slot,
                           std::span<const Xapian::docid> dids) {
    GroupNumbers groups{std::vector<std::uint32_t>(dids.size())};
    if (const auto column = source.groups(slot)) {
        groups.last = column->last();
        std::ranges::transform(dids, groups.of.begin(),
                               [&](Xapian::docid did) { return column->number_of(did); });
        return groups;
    }
    ValueCursor values(source.db, slot);
    KeyInterner numbers;
    std::transform(dids.begin(), dids.end(), groups.of.begin(), [&](Xapian::docid did) {
        const std::string value = values.of(did);
        return value.empty() ? 0 : numbers.number_of(value);
    });
    groups.last = numbers.last();
    return groups;
}

ValueOrdinals value_ordinals(const ValueSource& source, Xapian::valueno slot,
                             std::span<const Xapian::docid> dids) {
    ValueOrdinals ordinals;
    ordinals.of.reserve(dids.size());
    if (const auto column = source.columns ? source.columns->ordinals(source.db, slot) : nullptr) {
        ordinals.distinct = column->values();
        for (const Xapian::docid did : dids)
            ordinals.of.push_back(column->ordinal_of(did));
        return ordinals;
    }
    ValueCursor values(source.db, slot);
    KeyInterner numbers;
    for (const Xapian::docid did : dids) {
        const std::string value = values.of(did);
        ordinals.of.push_back(value.empty() ? 0 : numbers.number_of(value));
    }
    ordinals.distinct = std::make_shared<const DistinctValues>(numbers.keys(), ordinals.of);
    return ordinals;
}

std::string value_of(const Xapian::Database& db, Xapian::docid did, Xapian::valueno slot) {
    return db.get_document(did, Xapian::DOC_ASSUME_VALID).get_value(slot);
}

}  // namespace descry
