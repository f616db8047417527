#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

#include "base/key_interner.h"
#include "collapse/collapse_search.h"
#include "collapse/matching/boolean_match.h"
#include "collapse/page_keys.h"
#include "collapse/unranked_page.h"

namespace descry {

using Internal = CollapsingEnquire::Internal;

namespace {

// The numbers of documents one by one, in any order.
class AnyNumbers {
  public:
    AnyNumbers(const ValueSource& source, Xapian::valueno slot)
        : db_(source.db), slot_(slot), column_(source.groups(slot)) {}

    std::uint32_t of(Xapian::docid did) {
        if (column_) return column_->number_of(did);
        const std::string key = value_of(db_, did, slot_);
        return key.empty() ? 0 : numbers_.number_of(key);
    }

    // The greatest number there can be, where that is known.
    std::uint32_t last() const { return column_ ? column_->last() : 0; }

  private:
    const Xapian::Database& db_;
    const Xapian::valueno slot_;
    const std::shared_ptr<const GroupColumn> column_;
    KeyInterner numbers_;
};

// Passes results of a ranking that are the first of their group.
class FirstOfEach {
  public:
    FirstOfEach(const ValueSource& source, const std::vector<Collapse>& steps) {
        if (steps.empty()) return;
        numbers_.emplace(source, steps.front().slot);
        if (numbers_->last() > 0) seen_.emplace(numbers_->last());
        nulls_ = steps.front().null_policy;
    }

    bool operator()(Xapian::docid did) {
        if (!numbers_) return true;
        const std::uint32_t number = numbers_->of(did);
        const bool is_null = number == 0 && nulls_ != NullPolicy::COLLAPSE;
        if (!seen_) {
            return is_null ? nulls_ == NullPolicy::EXPAND : seen_few_.insert(number).second;
        }
        const bool is_first = !seen_->contains(number);
        seen_->insert(number);
        return is_null ? nulls_ == NullPolicy::EXPAND : is_first;
    }

  private:
    std::optional<AnyNumbers> numbers_;
    NullPolicy nulls_ = NullPolicy::EXPAND;
    std::optional<DocidSet> seen_;  // of numbers, where the last is known
    std::unordered_set<std::uint32_t> seen_few_;
};

// Groups of @a set by an array.
Xapian::doccount count_numbers(const GroupColumn& column, const DocidSet& set,
                               Xapian::doccount& without_key) {
    DocidSet seen(column.last());
    set.for_each([&](Xapian::docid did) {
        const std::uint32_t number = column.number_of(did);
        seen.insert(number);
        without_key += number == 0 ? 1 : 0;
    });
    return seen.size() - (seen.contains(0) ? 1 : 0);
}

}  // namespace

// Ranking some more documents than wanted costs little (80 instead of 10: a tenth), and ranking
// anew doubles the cost: so there are enough for groups of four on a first page, and half as many
// again on a late one. When all those ranked hold too few results, the ranking goes on, four times
// as far.
void Internal::select_ranked(const Xapian::Query& with, Xapian::doccount first,
                             Xapian::doccount maxitems, const Passes& passes,
                             CollapsedMSet& mset) const {
    const std::uint64_t all = db.get_doccount();
    const std::uint64_t wanted = std::uint64_t{first} + maxitems;
    std::uint64_t results = 0;
    constexpr std::uint64_t MAX_EXTRA = 100;
    std::uint64_t begin = 0;
    std::uint64_t end = all;
    if (BooleanMatch::may_rank_a_part(with))
        end = std::min(wanted + wanted / 2 + std::min(3 * wanted, MAX_EXTRA), all);
    do {
        const Xapian::MSet ranking =
            rank(with, static_cast<Xapian::doccount>(begin),
                 static_cast<Xapian::doccount>(std::max<std::uint64_t>(end - begin, 1)));
        // Of what a cutoff leaves out, too.
        if (!ranking.empty())
            mset.max_weight = std::max(mset.max_weight, ranking.get_max_attained());
        for (auto at = ranking.begin(); at != ranking.end() && results < wanted; ++at) {
            if (!passes(at) || results++ < first) continue;
            CollapsedItem item;
            item.did = *at;
            item.weight = at.get_weight();
            item.percent = at.get_percent();
            item.key = at.get_collapse_key();
            mset.items.push_back(std::move(item));
        }
        if (ranking.size() < end - begin) break;
        begin = std::exchange(end, std::min(4 * end, all));
    } while (results < wanted && begin < end);
}

CollapsedMSet Internal::ranked(Xapian::doccount first, Xapian::doccount maxitems) const {
    const Xapian::Query with = filtered();
    const std::vector<Collapse> steps = active();
    CollapsedMSet mset;
    FirstOfEach first_of_each(source(), steps);
    const bool is_weightless = BooleanMatch::is_weightless(with);
    const bool needs_set = totals || !facets.empty() || is_weightless;
    DocidSet set = needs_set ? find(with) : DocidSet(0);
    if (is_weightless) {
        select_unranked(set, first, maxitems, first_of_each, mset);
    } else {
        const auto passes = [&](const auto& at) { return first_of_each(*at); };
        select_ranked(with, first, maxitems, passes, mset);
    }
    if (!totals && facets.empty()) {
        describe_items(mset.items, nullptr);
        return mset;
    }

    mset.matches = mset.groups = set.size();
    if (!steps.empty()) {
        const Xapian::doccount groups = describe_items(mset.items, &set);
        mset.groups = groups;
    }
    if (!facets.empty()) {
        CollapsedMatches found;
        found.matches.dids = set.docids();
        if (steps.empty()) {
            found.heads = found.matches;
        } else {
            found.groups = group_numbers(source(), steps.front().slot, found.matches.dids);
        }
        add_facets(found, mset);
    }
    last.set = std::move(set);
    return mset;
}

std::string Internal::key_of(Xapian::docid did, Xapian::valueno slot) const {
    const auto column = source().groups(slot);
    return column ? column->key_of(did) : value_of(db, did, slot);
}

Xapian::doccount Internal::describe_items(std::vector<CollapsedItem>& items,
                                          const DocidSet* set) const {
    const std::vector<Collapse> steps = active();
    if (steps.empty()) return 0;
    const Xapian::valueno slot = steps.front().slot;
    const NullPolicy nulls = steps.front().null_policy;
    Xapian::doccount without_key = 0;
    Xapian::doccount groups = 0;
    const auto column = source().groups(slot);
    for (CollapsedItem& item : items)
        item.key = column ? column->key_of(item.did) : value_of(db, item.did, slot);
    if (!totals) return 0;
    if (column) {
        for (CollapsedItem& item : items) {
            const std::uint32_t number = column->number_of(item.did);
            if (number == 0) continue;
            const std::span<const Xapian::docid> members = column->members(number);
            item.size = static_cast<Xapian::doccount>(members.size());
            if (set == nullptr) continue;
            item.matching = static_cast<Xapian::doccount>(
                std::count_if(members.begin(), members.end(),
                              [&](Xapian::docid did) { return set->contains(did); }));
        }
        if (set != nullptr) groups = count_numbers(*column, *set, without_key);
    } else {
        groups = describe_by_walk(slot, items, set, without_key);
    }
    for (CollapsedItem& item : items) {
        if (!item.key.empty() || nulls != NullPolicy::COLLAPSE) continue;
        item.size = db.get_doccount() - db.get_value_freq(slot);
        if (set != nullptr) item.matching = without_key;
    }
    return set == nullptr ? 0 : with_nulls(groups, without_key, nulls);
}

// One walk over the slot's values, for the page's keys and those of all matches.
Xapian::doccount Internal::describe_by_walk(Xapian::valueno slot, std::vector<CollapsedItem>& items,
                                            const DocidSet* set,
                                            Xapian::doccount& without_key) const {
    PageKeys keys;
    std::vector<std::uint32_t> key_of;
    for (const CollapsedItem& item : items)
        key_of.push_back(item.key.empty() ? PageKeys::NONE : keys.insert(item.key));
    std::vector<Xapian::doccount> sizes(items.size());
    std::vector<Xapian::doccount> matching(items.size());
    KeyInterner numbers;
    Xapian::doccount with_key = 0;
    if (!keys.empty() || set != nullptr) {
        const Xapian::ValueIterator end = db.valuestream_end(slot);
        for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
            const bool matches = set != nullptr && set->contains(value.get_docid());
            const std::string bytes = *value;
            if (matches) {
                ++with_key;
                numbers.number_of(bytes);
            }
            const std::uint32_t key = keys.find(bytes);
            if (key == PageKeys::NONE) continue;
            ++sizes[key];
            matching[key] += matches ? 1 : 0;
        }
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (key_of[i] == PageKeys::NONE) continue;
        items[i].size = sizes[key_of[i]];
        if (set != nullptr) items[i].matching = matching[key_of[i]];
    }
    if (set != nullptr) without_key = set->size() - with_key;
    return numbers.last();
}

}  // namespace descry
