#include <optional>
#include <utility>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/collapse/doc_values.h>

#include "plugin/base/database_state.h"
#include "plugin/collapse/matching/term_ranking.h"
#include "plugin/collapse/search_plan.h"

namespace descry {

namespace {

SortKey as_enquire_sorts(Xapian::valueno slot, bool reverse) {
    return SortKey::value(slot, ValueType::STRING, !reverse, SortKey::Missing::AS_LOWEST_OR_ZERO);
}

}  // namespace

bool CollapsingEnquire::ranks_words_itself() {
    return TermRanking::is_exact();
}

class CollapsingEnquire::Internal {
  public:
    Internal(const Xapian::Database& db, std::shared_ptr<DocValues> columns)
        : matcher(db, std::move(columns)) {}

    void forget() { last = {}; }

    const FoundMatches& last_matches() const {
        if (last_state != DatabaseState(matcher.db())) last = {};
        return last;
    }

    void check_local(const char* what) const {
        if (matcher.has_remote()) reject_remote(what);
        matcher.check_columns();
    }

    Matcher matcher;
    SearchRequest request;
    mutable FoundMatches last;
    mutable std::optional<DatabaseState> last_state;
};

CollapsingEnquire::CollapsingEnquire(const Xapian::Database& db, std::shared_ptr<DocValues> columns)
    : internal_(std::make_unique<Internal>(db, std::move(columns))) {}
CollapsingEnquire::~CollapsingEnquire() = default;
CollapsingEnquire::CollapsingEnquire(CollapsingEnquire&&) noexcept = default;
CollapsingEnquire& CollapsingEnquire::operator=(CollapsingEnquire&&) noexcept = default;

void CollapsingEnquire::set_query(const Xapian::Query& query, Xapian::termcount qlen) {
    internal_->request.query = query;
    internal_->matcher.set_query_length(qlen);
    internal_->forget();
}

const Xapian::Query& CollapsingEnquire::get_query() const {
    return internal_->request.query;
}

void CollapsingEnquire::add_filter(const Xapian::Query& filter) {
    internal_->request.filters.push_back(filter);
    internal_->forget();
}

void CollapsingEnquire::clear_filters() {
    internal_->request.filters.clear();
    internal_->forget();
}

void CollapsingEnquire::set_weighting_scheme(const Xapian::Weight& weight) {
    internal_->matcher.set_weighting_scheme(weight);
    internal_->forget();
}

void CollapsingEnquire::set_cutoff(int percent, double weight) {
    internal_->request.cutoff = {percent, weight};
    internal_->forget();
}

void CollapsingEnquire::add_matchspy(Xapian::MatchSpy* spy) {
    internal_->matcher.add_matchspy(spy);
}

void CollapsingEnquire::clear_matchspies() {
    internal_->matcher.clear_matchspies();
}

void CollapsingEnquire::set_collapse_key(Xapian::valueno slot) {
    internal_->request.first_collapse().slot = slot;
}

void CollapsingEnquire::set_null_policy(NullPolicy policy) {
    internal_->request.first_collapse().null_policy = policy;
}

void CollapsingEnquire::set_head(const HeadRule& head) {
    internal_->request.first_collapse().head = head;
}

void CollapsingEnquire::set_head_filter(const Xapian::Query& filter) {
    internal_->request.first_collapse().head_filter = filter;
}

void CollapsingEnquire::add_collapse(const Collapse& collapse) {
    internal_->request.add_collapse(collapse);
}

void CollapsingEnquire::set_sort(const SortOrder& sort) {
    internal_->request.sort = sort;
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
    internal_->request.totals = totals;
}

void CollapsingEnquire::set_whole_limit(Xapian::doccount matches) {
    internal_->request.whole_limit = matches;
}

void CollapsingEnquire::add_facet(Xapian::valueno slot, FacetOver over) {
    internal_->request.facets.push_back({slot, Xapian::Query(), over});
}

void CollapsingEnquire::add_facet_query(const Xapian::Query& query, FacetOver over) {
    internal_->request.facets.push_back({Xapian::BAD_VALUENO, query, over});
}

void CollapsingEnquire::clear_facets() {
    internal_->request.facets.clear();
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
    const Matcher& matcher = internal_->matcher;
    const SearchRequest& request = internal_->request;
    matcher.check_columns();
    internal_->last = {};
    internal_->last_state = DatabaseState(matcher.db());
    matcher.run_spies(request.filtered_query());
    SearchResult result = choose_plan(request, matcher)(request, matcher, first, maxitems);
    internal_->last = std::move(result.matches);
    CollapsedMSet& mset = result.mset;
    mset.first = first;
    mset.db = matcher.db();
    mset.query = request.query;
    if (!request.totals) {
        mset.matches = mset.groups = 0;
        for (CollapsedItem& item : mset.items)
            item.matching = item.size = 1;
    }
    return std::move(mset);
}

Xapian::TermIterator CollapsingEnquire::get_matching_terms_begin(Xapian::docid did) const {
    return internal_->matcher.enquire(internal_->request.query).get_matching_terms_begin(did);
}

GroupedMSet CollapsingEnquire::get_groups(Xapian::doccount first, Xapian::doccount maxgroups,
                                          const GroupOptions& options) const {
    internal_->check_local("groups with their documents");
    return page_of_groups(internal_->request, internal_->matcher, first, maxgroups, options);
}

std::vector<MemberGroup> CollapsingEnquire::expand(const CollapsedMSet& page,
                                                   const ExpandOptions& options) const {
    internal_->check_local("further members of groups");
    return expand_page(internal_->request, internal_->matcher, internal_->last_matches(), page,
                       options);
}

std::string CollapsingEnquire::get_description() const {
    return "CollapsingEnquire(" + internal_->request.query.get_description() + ")";
}

}  // namespace descry
