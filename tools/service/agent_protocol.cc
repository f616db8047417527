#include "tools/service/agent_protocol.h"

#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <ostream>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tools/output/json_text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* NEWEST = "2026-07-28";
// That begin with `initialize`, the newest first.
constexpr std::array<const char*, 4> OLDER = {"2025-11-25", "2025-06-18", "2025-03-26",
                                              "2024-11-05"};
constexpr const char* VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
constexpr std::size_t MOST_BYTES_OF_A_MESSAGE = std::size_t{64} << 20;

enum JsonRpcError {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
    UNSUPPORTED_VERSION = -32022,
};

// A tool: the address that answers it, and what it takes.
struct Tool {
    const char* name;
    const char* path;
    const char* method;
    const char* description;
    const char* schema;
};

constexpr std::array<Tool, 5> TOOLS = {{
    {"search", "/v1/search", "GET",
     "Search the collection. Near-duplicates are collapsed: each result stands for its group, "
     "with its size.",
     R"({"type":"object","additionalProperties":false,"properties":{
"q":{"type":"string","description":"Words, \"phrases\", +word, -word, AND, OR, NAME:word; * is everything"},
"filter":{"type":"string","description":"A query that results match as well"},
"rows":{"type":"integer","minimum":0,"maximum":1000,"default":10},
"start":{"type":"integer","minimum":0,"default":0},
"sort":{"type":"string","description":"KEY asc|desc, ...; KEY is score, docid or a field"},
"collapse":{"type":"string","default":"group","description":"What results of one group share; none: all are shown"},
"facets":{"type":"array","items":{"type":"string"},"description":"Fields to count"},
"expand":{"type":"integer","minimum":0,"maximum":1000,"default":0,"description":"Members of each group to list"}},
"required":["q"]})"},
    {"similar", "/v1/similar", "POST",
     "Is a text there already? Lists its verified near-duplicates, the documents it stands inside "
     "of, and those that stand inside it. Ask with a text, or with the id of a document.",
     R"({"type":"object","additionalProperties":false,"properties":{
"text":{"type":"string"},"id":{"type":"string"},
"rows":{"type":"integer","minimum":0,"maximum":1000,"default":10},
"share":{"type":"number","minimum":0,"maximum":1,"default":0.5,"description":"Least share of the words that stand inside the other"},
"differences":{"type":"integer","minimum":0,"maximum":1000,"default":0,"description":"Differing places to show"}}})"},
    {"groups", "/v1/groups", "GET",
     "List groups of near-duplicates, the least similar first, or those that a query finds.",
     R"({"type":"object","additionalProperties":false,"properties":{
"q":{"type":"string"},"id":{"type":"string","description":"The group of this document alone"},
"place":{"type":"string","description":"How ids of a member begin"},
"least":{"type":"number","minimum":0,"maximum":1,"description":"Least similarity of a member"},
"most":{"type":"number","minimum":0,"maximum":1},
"members":{"type":"integer","minimum":0,"maximum":1000,"default":10,"description":"Members of each group to list"},
"sort":{"type":"string","enum":["least-alike","most-alike","size","newest","place","docid"]},
"rows":{"type":"integer","minimum":0,"maximum":1000,"default":10},
"start":{"type":"integer","minimum":0,"default":0}}})"},
    {"explain", "/v1/explain", "GET",
     "Why two documents are, or are not, in one group, and in which words they differ.",
     R"({"type":"object","additionalProperties":false,"properties":{
"a":{"type":"string","description":"Id of a document"},"b":{"type":"string"},
"differences":{"type":"integer","minimum":0,"maximum":1000,"default":10}},
"required":["a","b"]})"},
    {"decide", "/v1/decisions", "POST",
     "Write down a decision about a near-duplicate: keep both, drop it, swap it with the kept "
     "document, or undo what was decided. Nothing is deleted by it.",
     R"({"type":"object","additionalProperties":false,"properties":{
"id":{"type":"string","description":"The document that would be dropped"},
"kept":{"type":"string","description":"The document kept in its place"},
"decision":{"type":"string","enum":["keep","drop","swap","undo"]}},
"required":["id","kept","decision"]})"},
}};

Json error_of(const Json& id, int code, const std::string& message, Json data = nullptr) {
    Json error = {{"code", code}, {"message", message}};
    if (!data.is_null()) error["data"] = std::move(data);
    Json out = {{"jsonrpc", "2.0"}};
    if (!id.is_null()) out["id"] = id;
    out["error"] = std::move(error);
    return out;
}

class Agents {
  public:
    explicit Agents(Service& service) : service_(service) {}

    // Nothing for notifications.
    std::optional<Json> answer(const std::string& line) {
        const Json message = Json::parse(line, nullptr, false);
        if (message.is_discarded()) return error_of(nullptr, PARSE_ERROR, "no JSON");
        const Json id = message.is_object() ? message.value("id", Json()) : Json();
        if (!message.is_object() || message.value("jsonrpc", Json()) != "2.0" ||
            !message.value("method", Json()).is_string())
            return error_of(id, INVALID_REQUEST, "no request of JSON-RPC 2.0");
        if (!message.contains("id")) return std::nullopt;
        if (!id.is_string() && !id.is_number_integer())
            return error_of(nullptr, INVALID_REQUEST, "id is a string or an integer");
        const Json params = message.value("params", Json::object());
        if (!params.is_object()) return error_of(id, INVALID_PARAMS, "params is no object");
        return answer(message["method"].get<std::string>(), id, params);
    }

  private:
    static Json server_info() { return {{"name", "descry"}, {"version", DESCRY_VERSION}}; }

    static Json result_of(const Json& id, Json result) {
        result["resultType"] = "complete";
        return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
    }

    // The list changes with the program alone.
    static Json cached(Json result) {
        result["ttlMs"] = 3600000;
        result["cacheScope"] = "private";
        return result;
    }

    std::optional<Json> answer(const std::string& method, const Json& id, const Json& params) {
        const Json meta = params.value("_meta", Json::object());
        const Json version = meta.is_object() ? meta.value(VERSION_KEY, Json()) : Json();
        if (!version.is_null() && version != NEWEST) {
            return error_of(id, UNSUPPORTED_VERSION, "Unsupported protocol version",
                            {{"supported", {NEWEST}}, {"requested", version}});
        }
        const char* const about =
            "Searches a collection with near-duplicates collapsed, and finds what a text or a "
            "document is a near-duplicate of.";
        if (method == "server/discover") {
            return result_of(id, cached({{"supportedVersions", {NEWEST}},
                                         {"capabilities", {{"tools", Json::object()}}},
                                         {"serverInfo", server_info()},
                                         {"instructions", about}}));
        }
        if (method == "initialize") {
            const Json asked = params.value("protocolVersion", Json());
            const auto known =
                std::ranges::find_if(OLDER, [&](const char* older) { return asked == older; });
            return result_of(id, {{"protocolVersion", known == OLDER.end() ? OLDER[0] : *known},
                                  {"capabilities", {{"tools", Json::object()}}},
                                  {"serverInfo", server_info()},
                                  {"instructions", about}});
        }
        if (method == "ping") return result_of(id, Json::object());
        if (method == "tools/list") return result_of(id, cached({{"tools", tools()}}));
        if (method == "tools/call") return call(id, params);
        return error_of(id, METHOD_NOT_FOUND, "no such method: " + method);
    }

    bool has(const Tool& tool) const {
        return std::string_view(tool.name) != "decide" || service_.takes_decisions();
    }

    Json tools() const {
        Json list = Json::array();
        for (const Tool& tool : TOOLS) {
            if (!has(tool)) continue;
            const bool reads = std::string_view(tool.name) != "decide";
            list.push_back({{"name", tool.name},
                            {"description", tool.description},
                            {"inputSchema", Json::parse(tool.schema)},
                            {"annotations",
                             {{"readOnlyHint", reads},
                              {"destructiveHint", false},
                              {"openWorldHint", false}}}});
        }
        return list;
    }

    Json call(const Json& id, const Json& params) {
        const Json name = params.value("name", Json());
        const auto tool = std::ranges::find_if(
            TOOLS, [&](const Tool& each) { return name == each.name && has(each); });
        if (tool == TOOLS.end())
            return error_of(id, INVALID_PARAMS, "no such tool: " + plain_text(name));
        const Json arguments = params.value("arguments", Json::object());
        if (!arguments.is_object()) return error_of(id, INVALID_PARAMS, "arguments is no object");
        Request request{tool->method, tool->path, {}, {}, Caller::PROGRAM};
        if (request.method == "POST") {
            request.body = json_text(arguments);
        } else {
            for (const auto& [parameter, value] : arguments.items()) {
                if (!value.is_array())
                    request.parameters.emplace_back(parameter, plain_text(value));
                for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
                    request.parameters.emplace_back(parameter, plain_text(value[i]));
            }
        }
        const Answer answer = service_.answer_now(request);
        const Json content = Json::parse(answer.body);
        // What went wrong is told so that the caller can mend it.
        if (answer.status >= 400) {
            return result_of(
                id, {{"content", {{{"type", "text"}, {"text", content["error"]["message"]}}}},
                     {"isError", true}});
        }
        return result_of(id, {{"content", {{{"type", "text"}, {"text", answer.body}}}},
                              {"structuredContent", content},
                              {"isError", false}});
    }

    Service& service_;
};

}  // namespace

void serve_agents(Service& service, std::istream& in, std::ostream& out) {
    Agents agents(service);
    for (std::string line; std::getline(in, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty()) continue;
        const std::optional<Json> answer =
            line.size() > MOST_BYTES_OF_A_MESSAGE
                ? error_of(nullptr, INVALID_REQUEST, "the message is too long")
                : agents.answer(line);
        if (answer) out << json_text(*answer) << '\n' << std::flush;
    }
}

}  // namespace descry
