/** @file select_request.h
 *  @brief Translates the parameters of a Solr search to the classes of plugin/.
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
    /// Collapses are ordered by cost, the lowest first.
    int cost = 100;
    Collapse collapse;
};

/// The common part of searches for pages, groups and expanded groups.
struct SelectRequest {
    Xapian::Query query;
    /// The queries whose scores may count: this one, and that of the expanded members.
    std::vector<Xapian::Query> scoring;
    std::vector<Xapian::Query> filters;
    /// Filters for heads only: those of higher cost than the last collapse.
    Xapian::Query head_filter;
    /// In order of application.
    std::vector<CollapseRequest> collapses;
    SortOrder sort;
    Xapian::doccount start = 0;
    Xapian::doccount rows = 10;
    /// `*` for all stored ones; `score`.
    std::vector<std::string> shown_fields;
};

/// @throws SolrRefused if Solr rejects it as well, or it is not supported
SelectRequest parse_select(const SolrCore& core, const SolrParameters& parameters);

/// `price desc,id asc`; empty for the default order.
SortOrder parse_solr_sort(const SolrCore& core, const std::string& name, const std::string& text);

/// A field by which documents can be grouped by one value each.
/// @throws SolrRefused for a text, a field of several values, and one without values to sort by
const SolrField& groupable_field(const SolrCore& core, const std::string& name);

/// A query or `{!frange l=1 u=2}field`.
Xapian::Query parse_filter(const SolrCore& core, const std::string& text);

Xapian::doccount parse_count(const SolrParameters& parameters, std::string_view name,
                             Xapian::doccount otherwise);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_SOLR_SELECT_REQUEST_H
