/** @file search_request.h
 *  @brief The settings of a CollapsingEnquire.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_SEARCH_REQUEST_H
#define DESCRY_PLUGIN_COLLAPSE_SEARCH_REQUEST_H

#include <span>
#include <vector>

#include <descry/collapse/collapse.h>

namespace descry {

/// A facet by a slot or, without a slot, by a query.
struct FacetRequest {
    Xapian::valueno slot = Xapian::BAD_VALUENO;
    Xapian::Query query;
    FacetOver over = FacetOver::HEADS;
};

/// Matches below these do not count.
struct Cutoff {
    int percent = 0;
    double weight = 0;

    bool empty() const { return percent <= 0 && weight <= 0; }
};

/// A query restricted by filters, which have no weight.
Xapian::Query filtered(Xapian::Query query, const std::vector<Xapian::Query>& filters);

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
    std::span<const Collapse> active_collapses() const;
    void add_collapse(const Collapse& collapse);
    /// The collapse that set_collapse_key() and related functions change.
    Collapse& first_collapse();
    /// Whether any heads are chosen by weight.
    bool heads_need_score() const;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_SEARCH_REQUEST_H
