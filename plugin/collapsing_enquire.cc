#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <descry/collapsing_enquire.h>
#include <descry/value_columns.h>

#include "facets.h"
#include "heads.h"

namespace descry {

namespace {

struct Facet {
    Xapian::valueno slot;
    Xapian::Query query;  // for facets by query
    FacetOver over;
};

// The matches, and those of them that are results.
struct Results {
    Matches matches;
    Matches heads;
    // Of the first collapse, a number for each match.
    GroupNumbers groups;
    // Of the first collapse, for each head.
    std::vector<Xapian::doccount> matching;
};

std::vector<MatchIndex> all_of(const Matches& matches) {
    std::vector<MatchIndex> all(matches.size());
    std::iota(all.begin(), all.end(), MatchIndex{0});
    return all;
}

// The indexes of those of @a dids that are in @a others too. Both ascend.
std::vector<MatchIndex> common(const std::vector<Xapian::docid>& dids,
                               const std::vector<Xapian::docid>& others) {
    std::vector<MatchIndex> indexes;
    auto other = others.begin();
    for (MatchIndex i = 0; i < dids.size(); ++i) {
        other = std::lower_bound(other, others.end(), dids[i]);
        if (other == others.end()) break;
        if (*other == dids[i]) indexes.push_back(i);
    }
    return indexes;
}

// Documents of the index by key, for the keys of a page.
class KeySizes {
  public:
    KeySizes(const Xapian::Database& db, Xapian::valueno slot, std::vector<CollapsedItem>& items) {
        for (CollapsedItem& item : items) {
            if (!item.key.empty()) sizes_.emplace(item.key, 0);
        }
        if (!sizes_.empty()) {
            const Xapian::ValueIterator end = db.valuestream_end(slot);
            for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
                const auto at = sizes_.find(*value);
                if (at != sizes_.end()) ++at->second;
            }
        }
        for (CollapsedItem& item : items) {
            if (!item.key.empty()) item.size = sizes_.at(item.key);
        }
    }

  private:
    std::unordered_map<std::string, Xapian::doccount> sizes_;
};

}  // namespace

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

class CollapsingEnquire::Internal {
  public:
    Internal(const Xapian::Database& db_, std::shared_ptr<ValueColumns> columns_)
        : db(db_), columns(std::move(columns_)), enquire(db) {
        if (columns && !columns->fits(db)) {
            throw Xapian::InvalidOperationError(
                "the ValueColumns are of another state of the database: make new ones after it "
                "was reopened");
        }
    }

    ValueSource source() const { return {db, columns.get()}; }

    Collapse& first_collapse() {
        if (collapses.empty()) collapses.emplace_back();
        return collapses.front();
    }

    // The collapses that have a slot; nothing collapses on none.
    std::vector<Collapse> active() const {
        std::vector<Collapse> active;
        for (const Collapse& collapse : collapses) {
            if (collapse.slot != Xapian::BAD_VALUENO) active.push_back(collapse);
        }
        return active;
    }

    static Xapian::Query filtered(Xapian::Query query, const std::vector<Xapian::Query>& filters) {
        for (const Xapian::Query& filter : filters)
            query = Xapian::Query(Xapian::Query::OP_FILTER, query, filter);
        return query;
    }

    Xapian::MSet match(const Xapian::Query& with) const {
        enquire.set_query(with);
        const Xapian::doccount all = db.get_doccount();
        return enquire.get_mset(0, all, all);
    }

    Matches matches_of(const Xapian::Query& with) const { return weighted_matches(match(with)); }

    Results collapse(Matches matches) const {
        Results results;
        results.matches = std::move(matches);
        results.heads = results.matches;
        const std::vector<Collapse> steps = active();
        for (std::size_t i = 0; i < steps.size(); ++i)
            apply(steps[i], i == 0, results);
        if (steps.empty()) results.matching.assign(results.heads.size(), 1);
        return results;
    }

    void apply(const Collapse& step, bool is_first, Results& results) const {
        GroupNumbers groups = group_numbers(source(), step.slot, results.heads.dids);
        if (is_first) results.groups = groups;
        apply_null_policy(groups, step.null_policy);
        Heads heads = choose_heads(groups, DocumentOrder(source(), step.head.order, results.heads));
        std::vector<Xapian::doccount> matching;
        for (std::size_t i = 0; i < heads.matches.size(); ++i) {
            matching.push_back(is_first ? heads.sizes[i] : results.matching[heads.matches[i]]);
        }
        results.heads = part_of(results.heads, heads.matches);
        results.matching = std::move(matching);
        if (step.head_filter.empty()) return;
        const std::vector<MatchIndex> kept =
            common(results.heads.dids, matches_of(step.head_filter).dids);
        results.heads = part_of(results.heads, kept);
        matching.clear();
        for (const MatchIndex i : kept)
            matching.push_back(results.matching[i]);
        results.matching = std::move(matching);
    }

    void add_keys_and_sizes(std::vector<CollapsedItem>& items) const {
        const std::vector<Collapse> steps = active();
        if (steps.empty()) return;
        const Xapian::valueno slot = steps.front().slot;
        for (CollapsedItem& item : items) {
            item.key = value_of(db, item.did, slot);
            if (item.key.empty() && steps.front().null_policy == NullPolicy::COLLAPSE)
                item.size = db.get_doccount() - db.get_value_freq(slot);
        }
        KeySizes(db, slot, items);
    }

    // Which documents, and of which groups, a facet counts.
    const Matches& counted(const Results& results, FacetOver over) const {
        return over == FacetOver::HEADS ? results.heads : results.matches;
    }

    bool by_groups(const Facet& facet) const {
        return facet.over == FacetOver::GROUPS && !active().empty();
    }

    void add_facets(const Results& results, CollapsedMSet& mset) const {
        for (const Facet& facet : facets) {
            const Matches& matches = counted(results, facet.over);
            if (facet.slot == Xapian::BAD_VALUENO) {
                const std::vector<MatchIndex> both =
                    common(matches.dids, matches_of(facet.query).dids);
                std::vector<std::uint32_t> of;
                for (const MatchIndex i : both)
                    of.push_back(by_groups(facet) ? results.groups.of[i] : i);
                std::sort(of.begin(), of.end());
                mset.facet_queries.push_back(
                    static_cast<Xapian::doccount>(std::unique(of.begin(), of.end()) - of.begin()));
            } else if (by_groups(facet)) {
                mset.facets.push_back(
                    count_groups(source(), facet.slot, matches.dids, results.groups));
            } else {
                mset.facets.push_back(count_values(source(), facet.slot, matches.dids));
            }
        }
    }

    Xapian::Database db;
    std::shared_ptr<ValueColumns> columns;
    mutable Xapian::Enquire enquire;
    Xapian::Query query;
    std::vector<Xapian::Query> filters;
    std::vector<Collapse> collapses;
    SortOrder sort;
    bool totals = true;
    std::vector<Facet> facets;
};

CollapsingEnquire::CollapsingEnquire(const Xapian::Database& db,
                                     std::shared_ptr<ValueColumns> columns)
    : internal_(std::make_unique<Internal>(db, std::move(columns))) {}
CollapsingEnquire::~CollapsingEnquire() = default;
CollapsingEnquire::CollapsingEnquire(CollapsingEnquire&&) noexcept = default;
CollapsingEnquire& CollapsingEnquire::operator=(CollapsingEnquire&&) noexcept = default;

void CollapsingEnquire::set_query(const Xapian::Query& query) {
    internal_->query = query;
}

const Xapian::Query& CollapsingEnquire::get_query() const {
    return internal_->query;
}

void CollapsingEnquire::add_filter(const Xapian::Query& filter) {
    internal_->filters.push_back(filter);
}

void CollapsingEnquire::clear_filters() {
    internal_->filters.clear();
}

void CollapsingEnquire::set_weighting_scheme(const Xapian::Weight& weight) {
    internal_->enquire.set_weighting_scheme(weight);
}

void CollapsingEnquire::set_collapse_key(Xapian::valueno slot) {
    internal_->first_collapse().slot = slot;
}

void CollapsingEnquire::set_null_policy(NullPolicy policy) {
    internal_->first_collapse().null_policy = policy;
}

void CollapsingEnquire::set_head(const HeadRule& head) {
    internal_->first_collapse().head = head;
}

void CollapsingEnquire::set_head_filter(const Xapian::Query& filter) {
    internal_->first_collapse().head_filter = filter;
}

void CollapsingEnquire::add_collapse(const Collapse& collapse) {
    internal_->collapses.push_back(collapse);
}

void CollapsingEnquire::set_sort(const SortOrder& sort) {
    internal_->sort = sort;
}

void CollapsingEnquire::set_totals(bool totals) {
    internal_->totals = totals;
}

void CollapsingEnquire::add_facet(Xapian::valueno slot, FacetOver over) {
    internal_->facets.push_back({slot, Xapian::Query(), over});
}

void CollapsingEnquire::add_facet_query(const Xapian::Query& query, FacetOver over) {
    internal_->facets.push_back({Xapian::BAD_VALUENO, query, over});
}

void CollapsingEnquire::clear_facets() {
    internal_->facets.clear();
}

CollapsedMSet CollapsingEnquire::get_mset(Xapian::doccount first, Xapian::doccount maxitems) const {
    const Internal& in = *internal_;
    const Xapian::MSet ranking = in.match(Internal::filtered(in.query, in.filters));
    const Results results = in.collapse(weighted_matches(ranking));
    CollapsedMSet mset;
    mset.first = first;
    mset.matches = static_cast<Xapian::doccount>(results.matches.size());
    mset.groups = static_cast<Xapian::doccount>(results.heads.size());
    mset.max_weight = ranking.get_max_attained();
    const DocumentOrder order(in.source(), in.sort, results.heads);
    for (const MatchIndex i : order.page_of(all_of(results.heads), first, maxitems)) {
        CollapsedItem item;
        item.did = results.heads.dids[i];
        item.weight = results.heads.weight(i);
        item.percent = ranking.convert_to_percent(item.weight);
        item.matching = results.matching[i];
        mset.items.push_back(std::move(item));
    }
    in.add_keys_and_sizes(mset.items);
    in.add_facets(results, mset);
    return mset;
}

GroupedMSet CollapsingEnquire::get_groups(Xapian::doccount first, Xapian::doccount maxgroups,
                                          const GroupOptions& options) const {
    const Internal& in = *internal_;
    const std::vector<Collapse> steps = in.active();
    const Matches matches = in.matches_of(Internal::filtered(in.query, in.filters));
    GroupNumbers groups;
    const bool has_slot = !steps.empty();
    if (has_slot) {
        groups = group_numbers(in.source(), steps.front().slot, matches.dids);
    } else {
        groups.of.assign(matches.size(), 0);
    }
    apply_null_policy(groups, has_slot ? options.null_policy : NullPolicy::EXPAND);
    const DocumentOrder between(in.source(), in.sort, matches);
    const Heads heads = choose_heads(groups, between);
    GroupedMSet mset;
    mset.first = first;
    mset.matches = static_cast<Xapian::doccount>(matches.size());
    mset.groups = static_cast<Xapian::doccount>(heads.matches.size());
    const DocumentOrder within(in.source(), options.sort.empty() ? in.sort : options.sort, matches);
    std::unordered_map<std::uint32_t, std::size_t> shown;
    std::vector<std::vector<MatchIndex>> members;
    for (const MatchIndex head : between.page_of(heads.matches, first, maxgroups)) {
        shown.emplace(groups.of[head], members.size());
        members.emplace_back();
        mset.items.emplace_back();
        if (has_slot)
            mset.items.back().key = value_of(in.db, matches.dids[head], steps.front().slot);
    }
    for (MatchIndex i = 0; i < matches.size(); ++i) {
        const auto at = shown.find(groups.of[i]);
        if (at != shown.end()) members[at->second].push_back(i);
    }
    for (std::size_t group = 0; group < members.size(); ++group) {
        mset.items[group].matches = static_cast<Xapian::doccount>(members[group].size());
        for (const MatchIndex i :
             within.page_of(std::move(members[group]), options.offset, options.limit)) {
            mset.items[group].members.push_back({matches.dids[i], matches.weight(i)});
        }
    }
    return mset;
}

std::vector<MemberGroup> CollapsingEnquire::expand(const CollapsedMSet& page,
                                                   const ExpandOptions& options) const {
    const Internal& in = *internal_;
    const std::vector<Collapse> steps = in.active();
    if (!options.slot && steps.empty()) {
        throw Xapian::InvalidOperationError("expand: no slot is collapsed on, and none was named");
    }
    const Xapian::valueno slot = options.slot.value_or(steps.empty() ? 0 : steps.front().slot);
    std::unordered_map<std::string, std::size_t> by_key;
    std::vector<MemberGroup> groups;
    std::vector<Xapian::docid> on_page;
    for (const CollapsedItem& item : page) {
        on_page.push_back(item.did);
        std::string key = value_of(in.db, item.did, slot);
        if (key.empty() && !options.null_group) continue;
        if (by_key.emplace(key, groups.size()).second) groups.push_back({std::move(key), 0, {}});
    }
    std::sort(on_page.begin(), on_page.end());
    // As in Solr, whatever is on the page.
    if (options.null_group && by_key.emplace(std::string(), groups.size()).second)
        groups.emplace_back();

    const Matches matches = in.matches_of(
        Internal::filtered(options.query.value_or(in.query), options.filters.value_or(in.filters)));
    const DocumentOrder order(in.source(), options.sort, matches);
    std::vector<std::vector<MatchIndex>> members(groups.size());
    const ValueOrdinals keys = value_ordinals(in.source(), slot, matches.dids);
    for (MatchIndex i = 0; i < matches.size(); ++i) {
        if (std::binary_search(on_page.begin(), on_page.end(), matches.dids[i])) continue;
        const std::uint32_t key = keys.of[i];
        const auto at = by_key.find(key == 0 ? std::string() : keys.values[key - 1]);
        if (at != by_key.end()) members[at->second].push_back(i);
    }
    for (std::size_t group = 0; group < groups.size(); ++group) {
        groups[group].matches = static_cast<Xapian::doccount>(members[group].size());
        for (const MatchIndex i : order.page_of(std::move(members[group]), 0, options.rows))
            groups[group].members.push_back({matches.dids[i], matches.weight(i)});
    }
    std::erase_if(groups, [](const MemberGroup& group) { return group.matches == 0; });
    return groups;
}

std::string CollapsingEnquire::get_description() const {
    return "CollapsingEnquire(" + internal_->query.get_description() + ")";
}

}  // namespace descry
