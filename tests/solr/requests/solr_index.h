/** @file solr_index.h
 *  @brief An index that takes Solr's updates and answers its searches.
 */
#ifndef DESCRY_TESTS_SOLR_SOLR_INDEX_H
#define DESCRY_TESTS_SOLR_SOLR_INDEX_H

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <xapian.h>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/collapse/doc_values.h>
#include <descry/solr/signature_chain.h>

#include "tools/service/solr/solr_parameters.h"

namespace descry::testing {

/// In memory. Documents go to the shards in turn, so that docids are in the order of adding.
class SolrIndex {
  public:
    explicit SolrIndex(std::size_t shards = 1);

    /// {NAME: {PARAMETER: VALUE}}, as tests/solr/chains.json.
    void set_chains(const nlohmann::json& chains) { chains_ = chains; }

    /// Adds documents through the chain that `update.chain` names; without one they are added as
    /// they are. Those before one that is rejected stay.
    /// @throws SolrRefused, or what the chain throws
    void update(const SolrParameters& parameters, const nlohmann::json& documents);

    /// solr_select() with Lucene's scores.
    nlohmann::json select(const SolrParameters& parameters) const;

    void clear();

    /// Searches with arrays of the values (DocValues), and with another whole limit.
    void set_means(bool columns, Xapian::doccount whole_limit);

  private:
    void add(nlohmann::json members, const std::optional<SignatureChainOptions>& chain,
             bool overwrite);
    Xapian::WritableDatabase& next_shard() { return shards_[added_++ % shards_.size()]; }

    std::vector<Xapian::WritableDatabase> shards_;
    std::size_t added_ = 0;
    bool columns_ = false;
    Xapian::doccount whole_limit_ = DEFAULT_WHOLE_LIMIT;
    // Of the documents as they are; null until it is asked for.
    mutable std::shared_ptr<DocValues> kept_columns_;
    nlohmann::json chains_ = nlohmann::json::object();
};

/// Carries out one request of SolrPeer.java's, and answers as that does.
nlohmann::json answer_request(SolrIndex& index, const std::string& line);

/// SolrParameters of a list of [name, value].
SolrParameters parameters_of(const nlohmann::json& pairs);

}  // namespace descry::testing

#endif  // DESCRY_TESTS_SOLR_SOLR_INDEX_H
