#include "tests/solr/requests/solr_index.h"

#include <descry/indexing/indexing_stage.h>

#include "tests/solr/requests/lucene_weight.h"
#include "tests/solr/requests/solr_documents.h"
#include "tools/service/solr/select.h"

namespace descry::testing {

namespace {

using nlohmann::json;

std::string id_of(const json& document) {
    const auto id = document.find("id");
    if (id == document.end() || !id->is_string()) throw SolrRefused("a document has no id");
    return id->get<std::string>();
}

// Beside what the document has there, as Solr's addField().
void add_value(json& members, const std::string& name, const std::string& value) {
    json& member = members[name];
    if (member.is_null()) {
        member = value;
    } else {
        if (!member.is_array()) member = json::array({member});
        member.push_back(value);
    }
}

}  // namespace

SolrIndex::SolrIndex(std::size_t shards) {
    for (std::size_t i = 0; i < shards; ++i)
        shards_.emplace_back("", Xapian::DB_BACKEND_INMEMORY);
}

void SolrIndex::clear() {
    SolrIndex empty(shards_.size());
    empty.set_chains(chains_);
    empty.set_means(columns_, whole_limit_);
    *this = std::move(empty);
}

void SolrIndex::set_means(bool columns, Xapian::doccount whole_limit) {
    columns_ = columns;
    whole_limit_ = whole_limit;
}

void SolrIndex::update(const SolrParameters& parameters, const json& documents) {
    kept_columns_.reset();
    const std::string name = parameters.get("update.chain", "plain");
    if (name != "plain" && !chains_.contains(name)) throw SolrRefused("no such chain: " + name);
    std::optional<SignatureChainOptions> chain;
    if (name != "plain") {
        chain = parse_signature_chain(chains_.at(name).dump(), name, /*solr_strict=*/true);
    }
    const bool overwrite = parameters.get("overwrite", "true") == "true";
    for (const json& members : documents)
        add(members, chain, overwrite);
}

void SolrIndex::add(json members, const std::optional<SignatureChainOptions>& chain,
                    bool overwrite) {
    std::deque<std::string> texts;
    const std::vector<SignatureField> fields = signature_fields(members, texts);
    if (chain && chain->enabled) {
        add_value(members, chain->signature_field, SignatureChain(*chain).sign(fields).hex);
    }
    Xapian::Document document = make_solr_document(members);
    const std::string term = "Q" + id_of(members);
    Xapian::WritableDatabase& shard = next_shard();
    if (!overwrite) {
        document.add_boolean_term(term);
        shard.add_document(document);
    } else if (!chain) {
        shard.replace_document(term, document);
    } else {
        IndexingOptions options;
        options.methods = {Slot::EXACT};
        options.chain = chain;
        IndexingStage(shard, options).replace_document(term, document, std::nullopt, fields);
    }
}

json SolrIndex::select(const SolrParameters& parameters) const {
    Xapian::Database whole;
    for (const Xapian::WritableDatabase& shard : shards_)
        whole.add_database(shard);
    if (columns_ && !kept_columns_) kept_columns_ = std::make_shared<DocValues>(whole);
    const auto weigh = [&whole](const auto& queries, CollapsingEnquire& enquire) {
        enquire.set_weighting_scheme(lucene_weight(whole, queries));
    };
    return solr_select({whole, solr_schema(), solr_fields(), kept_columns_, whole_limit_, weigh},
                       parameters);
}

SolrParameters parameters_of(const json& pairs) {
    return SolrParameters(pairs.get<std::vector<std::pair<std::string, std::string>>>());
}

json answer_request(SolrIndex& index, const std::string& line) {
    json answer = {{"status", 200}, {"response", json::object()}};
    try {
        const json request = json::parse(line);
        const std::string op = request.at("op");
        if (op == "core") {
            index = SolrIndex(request.value("shards", std::size_t{1}));
            index.set_chains(request.at("chains"));
            index.set_means(request.value("columns", false),
                            request.value("whole_limit", DEFAULT_WHOLE_LIMIT));
        } else if (op == "clear") {
            index.clear();
        } else if (op == "update") {
            index.update(parameters_of(request.at("params")),
                         json::parse(request.at("body").get<std::string>()));
        } else {
            answer["response"] = index.select(parameters_of(request.at("params")));
        }
    } catch (const SolrRefused& error) {
        answer["status"] = 400;
        answer["error"] = error.what();
    } catch (const Xapian::Error& error) {
        answer["status"] = 400;
        answer["error"] = error.get_description();
    }
    return answer;
}

}  // namespace descry::testing
