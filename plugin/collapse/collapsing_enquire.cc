#include <utility>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/collapse/doc_values.h>

#include "collapse/collapse_search.h"
#include "collapse/matching/boolean_match.h"

namespace descry {

namespace {

SortKey as_enquire_sorts(Xapian::valueno slot, bool reverse) {
    return SortKey::value(slot, ValueType::STRING, !reverse, SortKey::Missing::AS_LOWEST_OR_ZERO);
}

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

CollapsingEnquire::Internal::Internal(const Xapian::Database& db_,
                                      std::shared_ptr<DocValues> columns_)
    : db(db_), has_remote(is_remote(db)), columns(std::move(columns_)), enquire(db), spied(db) {
    check_columns();
}

void CollapsingEnquire::Internal::check_columns() const {
    if (columns) columns->check_fits(db);
}

void CollapsingEnquire::Internal::begin_search() const {
    check_columns();
    last = {};
    last_state = DatabaseState(db);
}

void CollapsingEnquire::Internal::go_on() const {
    check_columns();
    if (last_state != DatabaseState(db)) forget();
}

Collapse& CollapsingEnquire::Internal::first_collapse() {
    if (collapses.empty()) collapses.emplace_back();
    return collapses.front();
}

std::vector<Collapse> CollapsingEnquire::Internal::active() const {
    std::vector<Collapse> active;
    for (const Collapse& collapse : collapses) {
        if (collapse.slot != Xapian::BAD_VALUENO) active.push_back(collapse);
    }
    return active;
}

Xapian::Query CollapsingEnquire::Internal::filtered(Xapian::Query query,
                                                    const std::vector<Xapian::Query>& filters) {
    for (const Xapian::Query& filter : filters)
        query = Xapian::Query(Xapian::Query::OP_FILTER, query, filter);
    return query;
}

// Whether weights are wanted and all of them are had for little.
bool CollapsingEnquire::Internal::ranks_terms(const Xapian::Query& with) const {
    bool scores = needs_score(sort);
    for (const Collapse& step : active())
        scores = scores || needs_score(step.head.order);
    if (!scores || whole_limit == 0) return false;
    const std::optional<TermRanking> ranking = term_ranking(with);
    // Without totals Xapian may end early, which for long posting lists is less work.
    constexpr std::uint64_t POSTINGS_A_MATCH = 50;
    return ranking && (totals || ranking->postings() <= POSTINGS_A_MATCH * whole_limit);
}

CollapsingEnquire::Internal::Way CollapsingEnquire::Internal::choose_way() const {
    if (has_remote) return Way::REMOTE;
    const Xapian::Query with = filtered();
    if (!cutoff.empty()) return Way::WHOLE;
    if (!sets_are_possible(with) || BooleanMatch(db).bound(with) <= whole_limit) return Way::WHOLE;
    if (ranks_terms(with)) return Way::WHOLE;
    // Of a conjunction Xapian ranks the whole in little more than the time of a page.
    const Xapian::Query::op type = query.get_type();
    if (totals && (type == Xapian::Query::OP_AND || type == Xapian::Query::OP_NEAR ||
                   type == Xapian::Query::OP_PHRASE)) {
        return Way::WHOLE;
    }
    const std::vector<Collapse> steps = active();
    const bool page_by_rank = is_ranking(sort);
    if (!page_by_rank && needs_score(sort)) return Way::WHOLE;
    if (steps.empty()) return page_by_rank ? Way::RANKED : Way::VALUED;
    bool scores = false;
    for (const Collapse& step : steps)
        scores = scores || needs_score(step.head.order);
    if (!scores) return Way::VALUED;
    for (const FacetRequest& facet : facets) {
        if (facet.over == FacetOver::HEADS) return Way::WHOLE;
    }
    const bool first_of_each = page_by_rank && steps.size() == 1 &&
                               is_ranking(steps[0].head.order) && steps[0].head_filter.empty();
    return first_of_each ? Way::RANKED : Way::WHOLE;
}

CollapsingEnquire::CollapsingEnquire(const Xapian::Database& db, std::shared_ptr<DocValues> columns)
    : internal_(std::make_unique<Internal>(db, std::move(columns))) {}
CollapsingEnquire::~CollapsingEnquire() = default;
CollapsingEnquire::CollapsingEnquire(CollapsingEnquire&&) noexcept = default;
CollapsingEnquire& CollapsingEnquire::operator=(CollapsingEnquire&&) noexcept = default;

void CollapsingEnquire::set_query(const Xapian::Query& query, Xapian::termcount qlen) {
    internal_->query = query;
    internal_->qlen = qlen;
    internal_->forget();
}

const Xapian::Query& CollapsingEnquire::get_query() const {
    return internal_->query;
}

void CollapsingEnquire::add_filter(const Xapian::Query& filter) {
    internal_->filters.push_back(filter);
    internal_->forget();
}

void CollapsingEnquire::clear_filters() {
    internal_->filters.clear();
    internal_->forget();
}

void CollapsingEnquire::set_weighting_scheme(const Xapian::Weight& weight) {
    internal_->enquire.set_weighting_scheme(weight);
    internal_->spied.set_weighting_scheme(weight);
    internal_->has_default_weights = TermRanking::is_scheme(weight);
    internal_->forget();
}

void CollapsingEnquire::set_cutoff(int percent, double weight) {
    internal_->cutoff = {percent, weight};
    internal_->forget();
}

void CollapsingEnquire::add_matchspy(Xapian::MatchSpy* spy) {
    internal_->spied.add_matchspy(spy);
    internal_->has_spies = true;
}

void CollapsingEnquire::clear_matchspies() {
    internal_->spied.clear_matchspies();
    internal_->has_spies = false;
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

void CollapsingEnquire::set_sort_by_relevance() {
    set_sort({});
}

void CollapsingEnquire::set_sort_by_value(Xapian::valueno slot, bool reverse) {
    set_sort({as_enquire_sorts(slot, reverse)});
}

void CollapsingEnquire::set_sort_by_value_then_relevance(Xapian::valueno slot, bool reverse) {
    set_sort({as_enquire_sorts(slot, reverse), SortKey::score()});
}

void CollapsingEnquire::set_sort_by_relevance_then_value(Xapian::valueno slot, bool reverse) {
    set_sort({SortKey::score(), as_enquire_sorts(slot, reverse)});
}

void CollapsingEnquire::set_totals(bool totals) {
    internal_->totals = totals;
}

void CollapsingEnquire::set_whole_limit(Xapian::doccount matches) {
    internal_->whole_limit = matches;
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

std::string CollapsedMSet::snippet(const std::string& text, std::size_t length,
                                   const Xapian::Stem& stemmer, unsigned flags,
                                   const std::string& hi_start, const std::string& hi_end,
                                   const std::string& omit) const {
    Xapian::Enquire enquire(db);
    enquire.set_query(query);
    return enquire.get_mset(0, 0).snippet(text, length, stemmer, flags, hi_start, hi_end, omit);
}

CollapsedMSet CollapsingEnquire::get_mset(Xapian::doccount first, Xapian::doccount maxitems,
                                          Xapian::doccount) const {
    const Internal& in = *internal_;
    in.begin_search();
    if (in.has_spies) in.show_to_spies();
    CollapsedMSet mset;
    switch (in.choose_way()) {
        case Internal::Way::REMOTE:
            mset = in.remote(first, maxitems);
            break;
        case Internal::Way::WHOLE:
            mset = in.whole(first, maxitems);
            break;
        case Internal::Way::RANKED:
            mset = in.ranked(first, maxitems);
            break;
        case Internal::Way::VALUED:
            mset = in.valued(first, maxitems);
            break;
    }
    mset.first = first;
    mset.db = in.db;
    mset.query = in.query;
    if (in.totals) return mset;
    mset.matches = mset.groups = 0;
    for (CollapsedItem& item : mset.items)
        item.matching = item.size = 1;
    return mset;
}

Xapian::TermIterator CollapsingEnquire::get_matching_terms_begin(Xapian::docid did) const {
    internal_->enquire.set_query(internal_->query, internal_->qlen);
    return internal_->enquire.get_matching_terms_begin(did);
}

GroupedMSet CollapsingEnquire::get_groups(Xapian::doccount first, Xapian::doccount maxgroups,
                                          const GroupOptions& options) const {
    internal_->check_local("groups with their documents");
    internal_->check_columns();
    return internal_->groups(first, maxgroups, options);
}

std::vector<MemberGroup> CollapsingEnquire::expand(const CollapsedMSet& page,
                                                   const ExpandOptions& options) const {
    internal_->check_local("further members of groups");
    internal_->go_on();
    return internal_->expand(page, options);
}

std::string CollapsingEnquire::get_description() const {
    return "CollapsingEnquire(" + internal_->query.get_description() + ")";
}

}  // namespace descry
