/** @file search_request.h
 *  @brief What a CollapsingEnquire was told.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_SEARCH_REQUEST_H
#define DESCRY_PLUGIN_COLLAPSE_SEARCH_REQUEST_H

#include <span>
#include <vector>

#include <descry/collapse/collapse.h>

namespace descry {

/// A facet by a slot, or (without one) by a query.
struct FacetRequest {
    Xapian::valueno slot = Xapian::BAD_VALUENO;
    Xapian::Query query;
    FacetOver over = FacetOver::HEADS;
};

/// Matches that weigh less, or have fewer percent, are left out.
struct Cutoff {
    int percent = 0;
    double weight = 0;

    bool empty() const { return percent <= 0 && weight <= 0; }
};

/// A query with filters, which have no weight.
Xapian::Query filtered(Xapian::Query query, const std::vector<Xapian::Query>& filters);

/// One search; which page of it is asked for is not part of it.
struct SearchRequest {
    Xapian::Query query;
    std::vector<Xapian::Query> filters;
    Cutoff cutoff;
    /// All but the first have a slot.
    std::vector<Collapse> collapses;
    SortOrder sort;
    bool totals = true;
    Xapian::doccount whole_limit = DEFAULT_WHOLE_LIMIT;
    std::vector<FacetRequest> facets;

    Xapian::Query filtered_query() const { return filtered(query, filters); }
    /// The collapses that have a slot.
    std::span<const Collapse> active_collapses() const;
    void add_collapse(const Collapse& collapse);
    /// The one that set_collapse_key() and its like are about.
    Collapse& first_collapse();
    /// Whether heads are chosen by weights, among others.
    bool heads_need_score() const;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_SEARCH_REQUEST_H
