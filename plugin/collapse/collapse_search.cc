#include "collapse/collapse_search.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "collapse/facets.h"
#include "collapse/matching/boolean_match.h"
#include "collapse/matching/docid_source.h"
#include "collapse/unranked_page.h"

namespace descry {

using Internal = CollapsingEnquire::Internal;

namespace {

std::vector<MatchIndex> all_of(const Matches& matches) {
    std::vector<MatchIndex> all(matches.size());
    std::iota(all.begin(), all.end(), MatchIndex{0});
    return all;
}

// Takes weight and document of each match as it is found; over one database these ascend.
class MatchCollector : public Xapian::MatchSpy {
  public:
    void operator()(const Xapian::Document& document, double weight) override {
        matches.dids.push_back(document.get_docid());
        matches.weights.push_back(weight);
    }

    Matches matches;
};

}  // namespace

Xapian::MSet Internal::rank(const Xapian::Query& with, Xapian::doccount first,
                            Xapian::doccount count) const {
    enquire.set_query(with, qlen);
    return enquire.get_mset(first, count);
}

std::optional<TermRanking> Internal::term_ranking(const Xapian::Query& with) const {
    if (!has_default_weights || !TermRanking::is_exact()) return std::nullopt;
    return TermRanking::of(db, with);
}

Ranking Internal::rank_all(const Xapian::Query& with) const {
    const std::optional<TermRanking> ranking = term_ranking(with);
    if (!ranking) return rank_all_by_xapian(with);
    const auto lengths = columns ? columns->lengths(db) : nullptr;
    return ranking->rank(lengths.get());
}

// The ranking itself would be sorted for nothing. Over several shards it is all that tells docids
// of the whole.
Ranking Internal::rank_all_by_xapian(const Xapian::Query& with) const {
    enquire.set_query(with, qlen);
    const Xapian::doccount all = db.get_doccount();
    const auto ranking_of = [](Matches matches, const Xapian::MSet& top) {
        return Ranking{std::move(matches), top.get_max_attained(),
                       [top](double weight) { return top.convert_to_percent(weight); }};
    };
    if (db.size() != 1) {
        const Xapian::MSet whole = enquire.get_mset(0, all, all);
        return ranking_of(weighted_matches(whole), whole);
    }
    MatchCollector collector;
    enquire.add_matchspy(&collector);
    Xapian::MSet top;
    try {
        top = enquire.get_mset(0, 1, all);
    } catch (...) {
        enquire.clear_matchspies();
        throw;
    }
    enquire.clear_matchspies();
    return ranking_of(std::move(collector.matches), top);
}

// Not by Enquire::set_cutoff(), with which Xapian 1.4.22 may end by a signal (OP_XOR over several
// shards) and which knows no percentages in orders by values.
Ranking Internal::rank_own() const {
    Ranking ranking = rank_all(filtered());
    if (cutoff.empty()) return ranking;
    std::vector<MatchIndex> kept;
    for (MatchIndex i = 0; i < ranking.matches.size(); ++i) {
        const double weight = ranking.matches.weight(i);
        if (weight >= cutoff.weight && ranking.percent_of(weight) >= cutoff.percent)
            kept.push_back(i);
    }
    ranking.matches = part_of(ranking.matches, kept);
    if (kept.empty()) ranking.greatest = 0;
    return ranking;
}

void Internal::show_to_spies() const {
    const Xapian::Query with = filtered();
    const Xapian::doccount all = db.get_doccount();
    spied.set_query(with, qlen);
    spied.get_mset(0, sets_are_possible(with) ? 0 : all, all);
}

bool Internal::sets_are_possible(const Xapian::Query& with) const {
    return BooleanMatch::is_possible(db) && BooleanMatch::may_rank_a_part(with) &&
           DocidSource::is_possible(db);
}

DocidSet Internal::find(const Xapian::Query& with) const {
    return BooleanMatch(db).find(with);
}

std::vector<MatchIndex> Internal::matching_of(const Xapian::Query& with,
                                              const std::vector<Xapian::docid>& dids) const {
    std::vector<MatchIndex> indexes;
    const auto keep = [&](const auto& contains) {
        for (MatchIndex i = 0; i < dids.size(); ++i) {
            if (contains(dids[i])) indexes.push_back(i);
        }
    };
    if (BooleanMatch::is_possible(db)) {
        const DocidSet set = find(with);
        keep([&](Xapian::docid did) { return set.contains(did); });
    } else {
        const Matches matches = rank_all(with).matches;
        keep([&](Xapian::docid did) {
            return std::binary_search(matches.dids.begin(), matches.dids.end(), did);
        });
    }
    return indexes;
}

std::vector<double> Internal::weights_of(const Xapian::Query& with,
                                         const std::vector<Xapian::docid>& dids) const {
    std::vector<double> weights(dids.size());
    if (dids.empty()) return weights;
    if (BooleanMatch::is_weightless(with)) return weights;
    const Xapian::Query these(Xapian::Query::OP_FILTER, with,
                              Xapian::Query((new DocidSource(db, dids))->release()));
    const Matches ranked = rank_all_by_xapian(these).matches;
    auto at = ranked.dids.begin();
    for (std::size_t i = 0; i < dids.size(); ++i) {
        at = std::lower_bound(at, ranked.dids.end(), dids[i]);
        if (at != ranked.dids.end() && *at == dids[i])
            weights[i] = ranked.weights[static_cast<std::size_t>(at - ranked.dids.begin())];
    }
    return weights;
}

CollapsedMatches Internal::collapse(Matches matches) const {
    CollapsedMatches found;
    found.matches = std::move(matches);
    const std::vector<Collapse> steps = active();
    found.heads = found.matches;
    for (std::size_t i = 0; i < steps.size(); ++i)
        apply(steps[i], i == 0, found);
    if (steps.empty()) found.matching.assign(found.heads.size(), 1);
    return found;
}

void Internal::apply(const Collapse& step, bool is_first, CollapsedMatches& found) const {
    GroupNumbers groups = group_numbers(source(), step.slot, found.heads.dids);
    if (is_first) found.groups = groups;
    apply_null_policy(groups, step.null_policy);
    const auto keep = [&](const std::vector<MatchIndex>& kept) {
        found.heads = part_of(found.heads, kept);
        std::vector<Xapian::doccount> matching;
        matching.reserve(kept.size());
        for (const MatchIndex i : kept)
            matching.push_back(found.matching[i]);
        found.matching = std::move(matching);
    };
    Heads heads = choose_heads(groups, DocumentOrder(source(), step.head.order, found.heads));
    if (is_first) {
        found.heads = part_of(found.heads, heads.matches);
        found.matching = std::move(heads.sizes);
    } else {
        keep(heads.matches);
    }
    if (!step.head_filter.empty()) keep(matching_of(step.head_filter, found.heads.dids));
}

CollapsedMSet Internal::whole(Xapian::doccount first, Xapian::doccount maxitems) const {
    Ranking ranking = rank_own();
    CollapsedMatches found = collapse(std::move(ranking.matches));
    CollapsedMSet mset;
    mset.max_weight = ranking.greatest;
    const DocumentOrder order(source(), sort, found.heads);
    for (const MatchIndex i : order.page_of(all_of(found.heads), first, maxitems)) {
        CollapsedItem item;
        item.did = found.heads.dids[i];
        item.weight = found.heads.weight(i);
        item.percent = ranking.percent_of(item.weight);
        item.matching = found.matching[i];
        mset.items.push_back(std::move(item));
    }
    describe_items(mset.items, nullptr);
    add_totals(found, mset);
    add_facets(found, mset);
    last.ranked = std::move(found.matches);
    return mset;
}

CollapsedMSet Internal::valued(Xapian::doccount first, Xapian::doccount maxitems) const {
    const Xapian::Query with = filtered();
    DocidSet set = find(with);
    Matches matches;
    matches.dids = set.docids();
    const CollapsedMatches found = collapse(std::move(matches));
    CollapsedMSet mset;
    add_totals(found, mset);
    add_facets(found, mset);
    const Xapian::MSet top = rank(with, 0, 1);
    mset.max_weight = top.get_max_attained();
    const std::vector<Xapian::docid>& heads = found.heads.dids;
    const auto index_of = [&](Xapian::docid did) {
        return static_cast<std::size_t>(std::lower_bound(heads.begin(), heads.end(), did) -
                                        heads.begin());
    };
    if (is_ranking(sort)) {
        DocidSet is_head(db.get_lastdocid());
        for (const Xapian::docid did : heads)
            is_head.insert(did);
        const auto passes = [&](Xapian::docid did) { return is_head.contains(did); };
        if (BooleanMatch::is_weightless(with)) {
            select_unranked(set, first, maxitems, passes, mset);
        } else {
            select_ranked(
                with, first, maxitems, [&](const auto& at) { return passes(*at); }, mset);
        }
    } else {
        const DocumentOrder order(source(), sort, found.heads);
        std::vector<Xapian::docid> dids;
        for (const MatchIndex i : order.page_of(all_of(found.heads), first, maxitems)) {
            CollapsedItem item;
            item.did = heads[i];
            mset.items.push_back(std::move(item));
            dids.push_back(heads[i]);
        }
        std::sort(dids.begin(), dids.end());
        const std::vector<double> weights = weights_of(with, dids);
        for (CollapsedItem& item : mset.items) {
            const auto at = std::lower_bound(dids.begin(), dids.end(), item.did);
            item.weight = weights[static_cast<std::size_t>(at - dids.begin())];
            item.percent = top.convert_to_percent(item.weight);
        }
    }
    for (CollapsedItem& item : mset.items)
        item.matching = found.matching[index_of(item.did)];
    describe_items(mset.items, nullptr);
    last.set = std::move(set);
    return mset;
}

void Internal::add_totals(const CollapsedMatches& found, CollapsedMSet& mset) const {
    mset.matches = static_cast<Xapian::doccount>(found.matches.size());
    mset.groups = static_cast<Xapian::doccount>(found.heads.size());
}

bool Internal::counts_groups(const FacetRequest& facet) const {
    return facet.over == FacetOver::GROUPS && !active().empty();
}

void Internal::add_facets(const CollapsedMatches& found, CollapsedMSet& mset) const {
    for (const FacetRequest& facet : facets) {
        const Matches& counted = facet.over == FacetOver::HEADS ? found.heads : found.matches;
        if (facet.slot != Xapian::BAD_VALUENO) {
            mset.facets.push_back(
                counts_groups(facet)
                    ? count_groups(source(), facet.slot, counted.dids, found.groups)
                    : count_values(source(), facet.slot, counted.dids));
            continue;
        }
        const std::vector<MatchIndex> both = matching_of(facet.query, counted.dids);
        std::unordered_set<std::uint32_t> groups;
        if (counts_groups(facet)) {
            for (const MatchIndex i : both)
                groups.insert(found.groups.of[i]);
        }
        mset.facet_queries.push_back(
            static_cast<Xapian::doccount>(counts_groups(facet) ? groups.size() : both.size()));
    }
}

}  // namespace descry
