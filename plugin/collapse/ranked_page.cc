#include <optional>
#include <unordered_set>
#include <utility>

#include "plugin/base/key_interner.h"
#include "plugin/collapse/matching/boolean_match.h"
#include "plugin/collapse/search_plan.h"
#include "plugin/collapse/select_page.h"

namespace descry {

namespace {

// Group numbers of single documents, in any order.
class AnyNumbers {
  public:
    AnyNumbers(const ValueSource& source, Xapian::valueno slot)
        : db_(source.db), slot_(slot), column_(source.groups(slot)) {}

    std::uint32_t of(Xapian::docid did) {
        if (column_) return column_->number_of(did);
        const std::string key = value_of(db_, did, slot_);
        return key.empty() ? 0 : numbers_.number_of(key);
    }

    // The greatest possible number, if known.
    std::uint32_t last() const { return column_ ? column_->last() : 0; }

  private:
    const Xapian::Database& db_;
    const Xapian::valueno slot_;
    const std::shared_ptr<const GroupColumn> column_;
    KeyInterner numbers_;
};

// Passes the first result of each group in a ranking.
class FirstOfEach {
  public:
    FirstOfEach(const ValueSource& source, std::span<const Collapse> steps) {
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
    std::optional<DocidSet> seen_;  // group numbers, if the last is known
    std::unordered_set<std::uint32_t> seen_few_;
};

}  // namespace

SearchResult ranked_page(const SearchRequest& request, const Matcher& matcher,
                         Xapian::doccount first, Xapian::doccount maxitems) {
    const Xapian::Query with = request.filtered_query();
    const std::span<const Collapse> steps = request.active_collapses();
    SearchResult result;
    CollapsedMSet& mset = result.mset;
    FirstOfEach first_of_each(matcher.values(), steps);
    const bool is_weightless = BooleanMatch::is_weightless(with);
    const bool counts = request.totals || !request.facets.empty();
    DocidSet set = counts || is_weightless ? matcher.find(with) : DocidSet(0);
    if (is_weightless) {
        select_unranked(set, first, maxitems, first_of_each, mset);
    } else {
        const auto passes = [&](const auto& at) { return first_of_each(*at); };
        select_ranked(matcher, with, first, maxitems, passes, mset);
    }
    const Xapian::doccount groups =
        describe_items(request, matcher, counts ? &set : nullptr, mset.items);
    if (!counts) return result;

    mset.matches = set.size();
    mset.groups = steps.empty() ? mset.matches : groups;
    if (!request.facets.empty()) {
        CollapsedMatches found;
        found.matches.dids = set.docids();
        if (steps.empty()) {
            found.heads = found.matches;
        } else {
            found.groups = group_numbers(matcher.values(), steps.front().slot, found.matches.dids);
        }
        add_facets(request, matcher, found, mset);
    }
    result.matches.set = std::move(set);
    return result;
}

}  // namespace descry
