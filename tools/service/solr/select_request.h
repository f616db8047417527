/** @file select_request.h
 *  @brief What the parameters of a Solr search ask for, in the classes of plugin/.
 */
#ifndef DESCRY_TOOLS_SERVICE_SOLR_SELECT_REQUEST_H
#define DESCRY_TOOLS_SERVICE_SOLR_SELECT_REQUEST_H

#include <string>
#include <vector>

#include <xapian.h>

#include <descry/collapse/collapsing_enquire.h>

#include "tools/service/solr/solr_fields.h"
#include "tools/service/solr/solr_parameters.h"

namespace descry {

/// `fq={!collapse ...}`.
struct CollapseRequest {
    const SolrField* field = nullptr;
    std::string tag;
    /// Of several collapses the one of lower cost comes first.
    int cost = 100;
    Collapse collapse;
};

/// The part of a search that pages, groups and expanded groups have in common.
struct SelectRequest {
    Xapian::Query query;
    /// The queries whose scores may count: this one, and that of the expanded members.
    std::vector<Xapian::Query> scoring;
    std::vector<Xapian::Query> filters;
    /// Filters that only heads have to pass: those of higher cost than the last collapse.
    Xapian::Query head_filter;
    /// In the order in which they work.
    std::vector<CollapseRequest> collapses;
    SortOrder sort;
    Xapian::doccount start = 0;
    Xapian::doccount rows = 10;
    /// `*` for all that are stored; `score`.
    std::vector<std::string> shown_fields;
};

/// @throws SolrRefused where Solr refuses too, or where it is not understood
SelectRequest parse_select(const SolrCore& core, const SolrParameters& parameters);

/// `price desc,id asc`; empty for the default order.
SortOrder parse_solr_sort(const SolrCore& core, const std::string& name, const std::string& text);

/// A field by which documents can be grouped by one value each.
/// @throws SolrRefused for a text, a field of several values, and one without values to sort by
const SolrField& groupable_field(const SolrCore& core, const std::string& name);

/// A query or `{!frange l=1 u=2}field`.
Xapian::Query parse_filter(const SolrCore& core, const std::string& text);

/// A number of 0 or more.
Xapian::doccount parse_count(const SolrParameters& parameters, std::string_view name,
                             Xapian::doccount otherwise);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_SOLR_SELECT_REQUEST_H
