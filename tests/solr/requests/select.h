/** @file select.h
 *  @brief Answers Solr's searches from an index of Xapian, in Solr's JSON.
 */
#ifndef DESCRY_TESTS_SOLR_SELECT_H
#define DESCRY_TESTS_SOLR_SELECT_H

#include <memory>

#include <nlohmann/json.hpp>
#include <xapian.h>

#include <descry/collapse/doc_values.h>

#include "tests/solr/requests/parameters.h"
#include "tests/solr/requests/select_request.h"

namespace descry::testing {

/// How searches are carried out; the answers are the same.
struct SearchMeans {
    /// Null: values are read from the index.
    std::shared_ptr<DocValues> columns;
    Xapian::doccount whole_limit = DEFAULT_WHOLE_LIMIT;
};

/// What stands beside `responseHeader` in Solr's answer: `response`, `grouped`, `expanded`,
/// `facet_counts`. Understood are q, fq, sort, fl, start, rows, collapse, expand.*, facet.field,
/// facet.query, facet.range and group.*.
/// @throws Refused
nlohmann::json select(const Xapian::Database& db, const Parameters& parameters,
                      const SearchMeans& means = {});

// Its parts, in files of their own.

/// A search of this query, filters and order, with Lucene's scores; nothing is collapsed yet.
CollapsingEnquire make_enquire(const Xapian::Database& db, const SelectRequest& request,
                               const SearchMeans& means);

/// The stored fields of a document that `fl` asks for, as `query` found it.
nlohmann::json shown_document(const Xapian::Database& db, const SelectRequest& request,
                              Xapian::docid did, double weight);

/// `{"numFound":..,"start":..,"docs":[..]}`.
template <typename Items>
nlohmann::json document_list(const Xapian::Database& db, const SelectRequest& request,
                             Xapian::doccount found, Xapian::doccount start, const Items& items) {
    nlohmann::json documents = nlohmann::json::array();
    for (const auto& item : items)
        documents.push_back(shown_document(db, request, item.did, item.weight));
    return {{"numFound", found},
            {"start", start},
            {"numFoundExact", true},
            {"docs", std::move(documents)}};
}

/// A group's or a facet's value: a number of a numeric field, else a string.
nlohmann::json shown_value(const Field& field, const std::string& value);

/// The same as a name: `1`, `2.5`.
std::string value_name(const Field& field, const std::string& value);

/// `grouped`, or `response` where group.main is asked for.
void answer_groups(const Xapian::Database& db, const SelectRequest& request,
                   const Parameters& parameters, const SearchMeans& means, nlohmann::json& answer);

/// Adds the facets asked for to a search, and writes down what it counted.
class FacetRequests {
  public:
    explicit FacetRequests(const Parameters& parameters);

    bool empty() const { return !wanted_; }

    /// @param over what counts where no tag of a collapse is excluded
    void add_to(CollapsingEnquire& enquire, FacetOver over,
                const std::vector<CollapseRequest>& collapses) const;

    nlohmann::json answer(const CollapsedMSet& mset) const;

  private:
    struct FieldFacet {
        const Field* field;
        std::string excluded_tag;
    };
    struct RangeFacet {
        const Field* field;
        int start;
        int end;
        int gap;
    };

    nlohmann::json counts(const FieldFacet& facet, const FacetCounts& counted) const;

    bool wanted_ = false;
    Xapian::doccount least_ = 0;
    Xapian::doccount most_ = 100;
    bool by_value_ = false;
    bool missing_ = false;
    std::vector<FieldFacet> fields_;
    std::vector<std::string> queries_;
    std::vector<RangeFacet> ranges_;
};

}  // namespace descry::testing

#endif  // DESCRY_TESTS_SOLR_SELECT_H
