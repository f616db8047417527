#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plugin/base/percent_encoding.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"
#include "tools/service/service.h"
#include "tools/service/solr/select.h"

namespace descry {

namespace {

using SolrPairs = std::vector<std::pair<std::string, std::string>>;

std::string form_decoded(std::string_view text) {
    std::string decoded(text);
    std::ranges::replace(decoded, '+', ' ');
    return percent_decoded(decoded);
}

void add_form(std::string_view form, SolrPairs& pairs) {
    for (const std::string_view pair : split_list(form, '&')) {
        const std::size_t equals = std::min(pair.find('='), pair.size());
        if (pair.empty()) continue;
        pairs.emplace_back(form_decoded(pair.substr(0, equals)),
                           form_decoded(pair.substr(std::min(equals + 1, pair.size()))));
    }
}

void add_member(const std::string& name, const nlohmann::json& value, SolrPairs& pairs) {
    for (const auto& one : value.is_array() ? value : nlohmann::json::array({value})) {
        if (one.is_null()) continue;
        if (one.is_structured()) throw SolrRefused(name + ": neither a text nor a number");
        pairs.emplace_back(name, plain_text(one));
    }
}

void add_json(std::string_view body, SolrPairs& pairs) {
    static const std::map<std::string, std::string> NAMES = {{"query", "q"},      {"filter", "fq"},
                                                             {"limit", "rows"},   {"sort", "sort"},
                                                             {"offset", "start"}, {"fields", "fl"}};
    const auto json = nlohmann::json::parse(body, nullptr, false);
    if (!json.is_object()) throw SolrRefused("the body is not a JSON object");
    for (const auto& [name, value] : json.items()) {
        if (name == "params" && value.is_object()) {
            for (const auto& [parameter, given] : value.items())
                add_member(parameter, given, pairs);
            continue;
        }
        const auto known = NAMES.find(name);
        if (known == NAMES.end()) throw SolrRefused("unknown field " + name);
        add_member(known->second, value, pairs);
    }
}

SolrParameters solr_parameters(const Request& request) {
    SolrPairs pairs = request.parameters;
    request.body.starts_with('{') ? add_json(request.body, pairs) : add_form(request.body, pairs);
    return SolrParameters(std::move(pairs));
}

nlohmann::json parameters_json(const SolrParameters& parameters) {
    nlohmann::json shown = nlohmann::json::object();
    for (const auto& [name, value] : parameters.pairs()) {
        const std::vector<std::string> values = parameters.all(name);
        shown[name] = values.size() == 1 ? nlohmann::json(value) : nlohmann::json(values);
    }
    return shown;
}

}  // namespace

Answer Service::solr(const Request& request) {
    const Clock::time_point begin = Clock::now();
    std::string_view path =
        std::string_view(request.path).substr(std::string_view("/solr/").size());
    if (path.ends_with('/')) path.remove_suffix(1);
    const std::string_view handler = path.substr(std::min(path.find('/'), path.size()));
    if (handler.starts_with("/update")) {
        throw RequestError(400,
                           "no updates here: documents are added by POST /v1/documents and deleted "
                           "by DELETE /v1/documents/ID");
    }
    if (handler != "/select" && handler != "/admin/ping")
        throw RequestError(404, "no such address; there are /solr/NAME/select and admin/ping");
    require(request, "GET, POST");
    const SolrParameters parameters = solr_parameters(request);
    parameters.check();
    nlohmann::json out = {{"status", "OK"}};
    index_.read([&](const SharedIndex::Reader& reader) {
        if (handler == "/select")
            out = solr_select(solr_core(reader.index, reader.state->values), parameters);
    });
    if (!parameters.flag("omitHeader")) {
        const auto duration =
            std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
        nlohmann::json& header = out["responseHeader"];
        header = {{"status", 0}, {"QTime", duration.count()}};
        if (parameters.get("echoParams", "none") == "all")
            header["params"] = parameters_json(parameters);
    }
    return json_answer(out);
}

}  // namespace descry
