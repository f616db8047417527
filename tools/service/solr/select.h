/** @file select.h
 *  @brief Answers Solr's searches from a Xapian index, in Solr's JSON.
 */
#ifndef DESCRY_TOOLS_SERVICE_SOLR_SELECT_H
#define DESCRY_TOOLS_SERVICE_SOLR_SELECT_H

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <xapian.h>

#include <descry/collapse/collapsing_enquire.h>

#include "tools/service/solr/select_request.h"
#include "tools/service/solr/solr_parameters.h"

namespace descry {

/// The parts of Solr's answer beside `responseHeader`: `response`, `grouped`, `expanded`,
/// `facet_counts`. Supports q, fq, sort, fl, start, rows, collapse, expand.*, facet.field,
/// facet.query, facet.range and group.*, and parameters that affect how these are read or written.
/// @throws SolrRefused @exception as parse_lucene(), CollapsingEnquire::get_mset()
nlohmann::json solr_select(SolrCore core, const SolrParameters& parameters);

/// A search with this query, filters and order, without a collapse yet.
CollapsingEnquire make_enquire(const SolrCore& core, const SelectRequest& request);

/// The stored fields of a document that `fl` requests.
nlohmann::json shown_document(const SolrCore& core, const SelectRequest& request, Xapian::docid did,
                              double weight);

/// `{"numFound":..,"start":..,"docs":[..]}`.
template <typename Items>
nlohmann::json document_list(const SolrCore& core, const SelectRequest& request,
                             Xapian::doccount found, Xapian::doccount start, const Items& items) {
    nlohmann::json documents = nlohmann::json::array();
    for (const auto& item : items)
        documents.push_back(shown_document(core, request, item.did, item.weight));
    return {{"numFound", found},
            {"start", start},
            {"numFoundExact", true},
            {"docs", std::move(documents)}};
}

/// `grouped`, or `response` with group.main.
void answer_groups(const SolrCore& core, const SelectRequest& request,
                   const SolrParameters& parameters, nlohmann::json& answer);

/// Adds the requested facets to a search, and writes their counts.
class FacetRequests {
  public:
    FacetRequests(const SolrCore& core, const SolrParameters& parameters);

    bool empty() const { return !wanted_; }

    /// @param over what counts if no tag of a collapse is excluded
    void add_to(const SolrCore& core, CollapsingEnquire& enquire, FacetOver over,
                const std::vector<CollapseRequest>& collapses) const;

    nlohmann::json answer(const CollapsedMSet& mset) const;

  private:
    struct FieldFacet {
        const SolrField* field;
        std::string excluded_tag;
    };
    struct RangeFacet {
        const SolrField* field;
        std::int64_t start;
        std::int64_t end;
        std::int64_t gap;
    };

    nlohmann::json counts(const FieldFacet& facet, const FacetCounts& counted) const;
    /// Alternating names and counts, in the form of `json.nl`.
    nlohmann::json named_list(const nlohmann::json& flat) const;

    bool wanted_ = false;
    Xapian::doccount least_ = 0;
    Xapian::doccount most_ = 100;
    bool by_value_ = false;
    bool missing_ = false;
    std::string list_;
    std::vector<FieldFacet> fields_;
    std::vector<std::string> queries_;
    std::vector<RangeFacet> ranges_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_SOLR_SELECT_H
