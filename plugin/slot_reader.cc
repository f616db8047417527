#include "slot_reader.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace descry {

namespace {

// The value of a slot for one document after the other.
class AscendingValues {
  public:
    AscendingValues(const Xapian::Database& db, Xapian::valueno slot)
        : value_(db.valuestream_begin(slot)), end_(db.valuestream_end(slot)) {}

    // Docids must ascend from call to call.
    std::string of(Xapian::docid did) {
        if (value_ != end_ && value_.get_docid() < did) value_.skip_to(did);
        return value_ != end_ && value_.get_docid() == did ? *value_ : std::string();
    }

  private:
    Xapian::ValueIterator value_;
    const Xapian::ValueIterator end_;
};

}  // namespace

GroupNumbers group_numbers(const ValueSource& source, Xapian::valueno slot,
                           std::span<const Xapian::docid> dids) {
    GroupNumbers numbers;
    numbers.of.reserve(dids.size());
    AscendingValues values(source.db, slot);
    std::unordered_map<std::string, std::uint32_t> seen;
    for (const Xapian::docid did : dids) {
        std::string value = values.of(did);
        if (value.empty()) {
            numbers.of.push_back(0);
            continue;
        }
        const auto [at, is_new] = seen.try_emplace(std::move(value), numbers.last + 1);
        if (is_new) ++numbers.last;
        numbers.of.push_back(at->second);
    }
    return numbers;
}

ValueOrdinals value_ordinals(const ValueSource& source, Xapian::valueno slot,
                             std::span<const Xapian::docid> dids) {
    ValueOrdinals ordinals;
    AscendingValues values(source.db, slot);
    std::vector<std::string> all;
    all.reserve(dids.size());
    for (const Xapian::docid did : dids)
        all.push_back(values.of(did));
    ordinals.values = all;
    std::erase(ordinals.values, std::string());
    std::sort(ordinals.values.begin(), ordinals.values.end());
    ordinals.values.erase(std::unique(ordinals.values.begin(), ordinals.values.end()),
                          ordinals.values.end());
    ordinals.of.reserve(dids.size());
    for (const std::string& value : all) {
        const auto at = std::lower_bound(ordinals.values.begin(), ordinals.values.end(), value);
        ordinals.of.push_back(
            value.empty() ? 0 : static_cast<std::uint32_t>(at - ordinals.values.begin() + 1));
    }
    return ordinals;
}

std::string value_of(const Xapian::Database& db, Xapian::docid did, Xapian::valueno slot) {
    return db.get_document(did, Xapian::DOC_ASSUME_VALID).get_value(slot);
}

}  // namespace descry
