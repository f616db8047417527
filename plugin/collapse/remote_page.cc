#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "plugin/collapse/collapse_matches.h"
#include "plugin/collapse/matching/boolean_match.h"
#include "plugin/collapse/search_plan.h"
#include "plugin/collapse/select_page.h"

namespace descry {

namespace {

// Whether Xapian places missing values as @a key requires: it treats them as lowest.
bool can_be_sent(const Xapian::Database& db, const SortKey& key) {
    using Missing = SortKey::Missing;
    if (key.by != SortKey::By::VALUE) return false;
    if (db.get_value_freq(key.slot) == db.get_doccount()) return true;
    switch (key.missing) {
        case Missing::FIRST:
            return key.ascending;
        case Missing::LAST:
            return !key.ascending;
        case Missing::AS_LOWEST_OR_ZERO:
            return key.type == ValueType::STRING;
        case Missing::LAST_OR_ZERO:
            return key.type == ValueType::STRING && !key.ascending;
    }
    return false;
}

bool begins_with_score(const SortOrder& order) {
    return order.empty() || order.front() == SortKey::score();
}

void set_order(Xapian::Enquire& enquire, const Xapian::Database& db, SortOrder order) {
    if (order.size() > 1 && order.back() == SortKey::docid()) order.pop_back();  // as Xapian does
    if (is_ranking(order)) return enquire.set_sort_by_relevance();
    if (order.size() == 1 && can_be_sent(db, order[0]))
        return enquire.set_sort_by_value(order[0].slot, !order[0].ascending);
    if (order.size() == 2 && can_be_sent(db, order[0]) && order[1] == SortKey::score())
        return enquire.set_sort_by_value_then_relevance(order[0].slot, !order[0].ascending);
    if (order.size() == 2 && order[0] == SortKey::score() && can_be_sent(db, order[1]))
        return enquire.set_sort_by_relevance_then_value(order[1].slot, !order[1].ascending);
    reject_remote(
        "an order by other than the score and one slot (documents without a value lowest)");
}

class FirstOfEachKey {
  public:
    explicit FirstOfEachKey(NullPolicy nulls) : nulls_(nulls) {}

    bool operator()(const Xapian::MSetIterator& at) {
        std::string key = at.get_collapse_key();
        if (key.empty() && nulls_ != NullPolicy::COLLAPSE) return nulls_ == NullPolicy::EXPAND;
        return seen_.insert(std::move(key)).second;
    }

  private:
    NullPolicy nulls_;
    std::unordered_set<std::string> seen_;
};

// Counts the values of slots among the matches on the servers, transferring only counts.
class ValueCounter {
  public:
    ValueCounter(const Xapian::Database& db, const Xapian::Query& query)
        : all_(db.get_doccount()),
          ranked_(BooleanMatch::may_rank_a_part(query) ? 0 : all_),
          enquire_(db) {
        enquire_.set_query(query);
        enquire_.set_weighting_scheme(Xapian::BoolWeight());
    }

    // Ascending by value after matches(); owned by this object.
    const Xapian::ValueCountMatchSpy& add_slot(Xapian::valueno slot) {
        spies_.push_back(std::make_unique<Xapian::ValueCountMatchSpy>(slot));
        enquire_.add_matchspy(spies_.back().get());
        return *spies_.back();
    }

    Xapian::doccount matches() {
        return enquire_.get_mset(0, ranked_, all_).get_matches_estimated();
    }

  private:
    const Xapian::doccount all_;
    const Xapian::doccount ranked_;
    std::vector<std::unique_ptr<Xapian::ValueCountMatchSpy>> spies_;
    Xapian::Enquire enquire_;
};

FacetCounts facet_of(const Xapian::ValueCountMatchSpy& spy, Xapian::valueno slot) {
    FacetCounts facet;
    facet.slot = slot;
    facet.missing = static_cast<Xapian::doccount>(spy.get_total());
    for (auto value = spy.values_begin(); value != spy.values_end(); ++value) {
        facet.values.push_back({*value, value.get_termfreq()});
        facet.missing -= value.get_termfreq();
    }
    return facet;
}

Xapian::doccount count_of(const FacetCounts& facet, const std::string& value) {
    const auto at = std::ranges::lower_bound(facet.values, value, {}, &FacetCount::value);
    return at != facet.values.end() && at->value == value ? at->count : 0;
}

// Sizes of a page's groups in the whole index, by matching their keys.
FacetCounts sizes_of(const Xapian::Database& db, Xapian::valueno slot,
                     const std::vector<CollapsedItem>& items) {
    std::vector<Xapian::Query> keys;
    for (const CollapsedItem& item : items) {
        if (!item.key.empty())
            keys.emplace_back(Xapian::Query::OP_VALUE_RANGE, slot, item.key, item.key);
    }
    ValueCounter counter(db, Xapian::Query(Xapian::Query::OP_OR, keys.begin(), keys.end()));
    const Xapian::ValueCountMatchSpy& spy = counter.add_slot(slot);
    counter.matches();
    return facet_of(spy, slot);
}

void check_cutoff(const SearchRequest& request) {
    if (request.cutoff.empty()) return;
    if (request.totals || !request.facets.empty())
        reject_remote("totals and facets under a cutoff");
    bool by_value = !begins_with_score(request.sort);
    for (const Collapse& step : request.active_collapses())
        by_value = by_value || !begins_with_score(step.head.order);
    if (by_value && request.cutoff.percent > 0)
        reject_remote("a cutoff by percentage in an order by values");
    // Xapian 1.4 may crash on these.
    if (!BooleanMatch::may_rank_a_part(request.filtered_query()))
        reject_remote("a cutoff of XOR, AND_MAYBE or ELITE_SET");
}

// Orders are checked when they are set.
void check_request(const SearchRequest& request) {
    const std::span<const Collapse> steps = request.active_collapses();
    if (steps.size() > 1) reject_remote("a collapse of collapsed results");
    if (!steps.empty() && !steps.front().head_filter.empty()) reject_remote("a filter of heads");
    for (const FacetRequest& facet : request.facets) {
        if (facet.over == FacetOver::MATCHES || steps.empty()) continue;
        reject_remote(facet.over == FacetOver::HEADS ? "facets over heads" : "facets over groups");
    }
    check_cutoff(request);
}

// Finds heads that are not the first of their groups on the page, by a separate ranking.
std::unordered_set<Xapian::docid> rank_heads(Xapian::Enquire& enquire, const Xapian::Database& db,
                                             const Collapse& step, int least_percent) {
    set_order(enquire, db, step.head.order);
    const Xapian::MSet ranking = enquire.get_mset(0, db.get_doccount());
    FirstOfEachKey is_first(step.null_policy);
    std::unordered_set<Xapian::docid> heads;
    for (auto at = ranking.begin(); at != ranking.end(); ++at) {
        if (at.get_percent() >= least_percent && is_first(at)) heads.insert(*at);
    }
    return heads;
}

// In an order by values Xapian does not weigh documents that it skips.
void add_percentages(const Matcher& matcher, const Xapian::Query& with, CollapsedMSet& mset) {
    matcher.enquire(with).set_sort_by_relevance();
    const bool may_rank_a_part = BooleanMatch::may_rank_a_part(with);
    const Xapian::MSet top =
        matcher.rank_part(with, 0, may_rank_a_part ? 1 : matcher.db().get_doccount());
    mset.max_weight = top.empty() ? 0 : top.get_max_attained();
    for (CollapsedItem& item : mset.items)
        item.percent = top.convert_to_percent(item.weight);
}

void add_remote_counts(const SearchRequest& request, const Xapian::Database& db,
                       CollapsedMSet& mset) {
    if (!request.totals && request.facets.empty()) return;
    const Xapian::Query with = request.filtered_query();
    const std::span<const Collapse> steps = request.active_collapses();
    const Xapian::valueno slot = steps.empty() ? Xapian::BAD_VALUENO : steps.front().slot;
    ValueCounter counter(db, with);
    std::vector<std::pair<Xapian::valueno, const Xapian::ValueCountMatchSpy*>> counted;
    for (const FacetRequest& facet : request.facets) {
        if (facet.slot == Xapian::BAD_VALUENO) {
            const Xapian::Query both(Xapian::Query::OP_FILTER, with, facet.query);
            mset.facet_queries.push_back(ValueCounter(db, both).matches());
        } else {
            counted.emplace_back(facet.slot, &counter.add_slot(facet.slot));
        }
    }
    const Xapian::ValueCountMatchSpy* const keys =
        steps.empty() ? nullptr : &counter.add_slot(slot);
    mset.matches = mset.groups = counter.matches();
    for (const auto& [facet, spy] : counted)
        mset.facets.push_back(facet_of(*spy, facet));
    if (!request.totals || steps.empty()) return;

    const NullPolicy nulls = steps.front().null_policy;
    const FacetCounts groups = facet_of(*keys, slot);
    mset.groups =
        with_nulls(static_cast<Xapian::doccount>(groups.values.size()), groups.missing, nulls);
    const FacetCounts sizes = sizes_of(db, slot, mset.items);
    for (CollapsedItem& item : mset.items) {
        if (!item.key.empty()) {
            item.matching = count_of(groups, item.key);
            item.size = count_of(sizes, item.key);
        } else if (nulls == NullPolicy::COLLAPSE) {
            item.matching = groups.missing;
            item.size = db.get_doccount() - db.get_value_freq(slot);
        }
    }
}

}  // namespace

// Xapian's collapser returns each document's key; a large limit keeps it from collapsing.
SearchResult remote_page(const SearchRequest& request, const Matcher& matcher,
                         Xapian::doccount first, Xapian::doccount maxitems) {
    check_request(request);
    const std::span<const Collapse> steps = request.active_collapses();
    const Collapse step = steps.empty() ? Collapse() : steps.front();
    const Xapian::Query with = request.filtered_query();
    const Xapian::Database& db = matcher.db();
    const Xapian::doccount all = db.get_doccount();
    Xapian::Enquire& enquire = matcher.enquire(with);
    // Not by percentage: the remote database would use its own best document, and percentages
    // depend on how many of the query's terms that has.
    enquire.set_cutoff(0, request.cutoff.weight);
    enquire.set_collapse_key(step.slot, std::max<Xapian::doccount>(all, 1));
    SearchResult result;
    const auto select = [&](const Passes& passes) {
        set_order(enquire, db, request.sort);
        select_ranked(matcher, with, first, maxitems, passes, result.mset, request.cutoff.percent);
    };
    const SortOrder& order = step.head.order;
    if (steps.empty()) {
        select([](const Xapian::MSetIterator&) { return true; });
    } else if (order == request.sort || (is_ranking(order) && is_ranking(request.sort))) {
        select(FirstOfEachKey(step.null_policy));
    } else {
        const std::unordered_set<Xapian::docid> heads =
            rank_heads(enquire, db, step, request.cutoff.percent);
        select([&](const Xapian::MSetIterator& at) { return heads.contains(*at); });
    }
    if (!begins_with_score(request.sort)) add_percentages(matcher, with, result.mset);
    add_remote_counts(request, db, result.mset);
    return result;
}

}  // namespace descry
