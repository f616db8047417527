#include "plugin/collapse/values/doc_value_column.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace descry {

bool columns_are_possible(const Xapian::Database& db) {
    constexpr std::uint64_t FREE = 1u << 18;
    return db.get_lastdocid() <= FREE + 8 * std::uint64_t{db.get_doccount()};
}

namespace {

// Stores equal numbers for equal values of a slot by docid, 0 for a missing value.
KeyInterner number_values(const Xapian::Database& db, Xapian::valueno slot,
                          std::vector<std::uint32_t>& by_docid) {
    KeyInterner numbers;
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value)
        at_docid(by_docid, value.get_docid()) = numbers.number_of(*value);
    return numbers;
}

}  // namespace

GroupColumn::GroupColumn(const Xapian::Database& db, Xapian::valueno slot)
    : numbers_(std::size_t{db.get_lastdocid()} + 1),
      keys_(number_values(db, slot, numbers_).take_keys()) {
    keys_.shrink_to_fit();
}

std::span<const Xapian::docid> GroupColumn::members(std::uint32_t number) const {
    std::call_once(sorted_, [this] {
        begins_.resize(keys_.size() + 2);
        for (const std::uint32_t of : numbers_) {
            if (of != 0) ++begins_[of + 1];
        }
        std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
        members_.resize(begins_.back());
        std::vector<Xapian::doccount> next = begins_;
        for (std::size_t did = 0; did < numbers_.size(); ++did) {
            if (numbers_[did] != 0)
                members_[next[numbers_[did]]++] = static_cast<Xapian::docid>(did);
        }
    });
    return std::span(members_).subspan(begins_[number], begins_[number + 1] - begins_[number]);
}

bool is_sortable_number(const std::string& value) {
    const double number = Xapian::sortable_unserialise(value);
    return !std::isnan(number) && Xapian::sortable_serialise(number) == value;
}

DistinctValues::DistinctValues(const KeyList& in_any_order, std::span<std::uint32_t> ordinals) {
    std::vector<std::uint32_t> order(in_any_order.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return in_any_order[a] < in_any_order[b]; });
    std::vector<std::uint32_t> ordinal_of(order.size() + 1);
    values.reserve(order.size());
    for (const std::uint32_t at : order) {
        values.emplace_back(in_any_order[at]);
        ordinal_of[at + 1] = static_cast<std::uint32_t>(values.size());
        no_number = no_number || !is_sortable_number(values.back());
    }
    for (std::uint32_t& ordinal : ordinals)
        ordinal = ordinal_of[ordinal];
}

OrdinalColumn::OrdinalColumn(const Xapian::Database& db, Xapian::valueno slot)
    : ordinals_(std::size_t{db.get_lastdocid()} + 1) {
    const KeyInterner numbers = number_values(db, slot, ordinals_);
    values_ = std::make_shared<const DistinctValues>(numbers.keys(), ordinals_);
}

LengthColumn::LengthColumn(const Xapian::Database& db)
    : lengths_(std::size_t{db.get_lastdocid()} + 1) {
    for_each_posting(db, std::string(), lengths_.size(), [this](const Xapian::PostingIterator& at) {
        lengths_[*at] = at.get_doclength();
    });
}

}  // namespace descry
