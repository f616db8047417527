#include "tools/service/agent_protocol.h"

#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/output/json_text.h"
#include "tools/service/openapi.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* NEWEST = "2026-07-28";
// Versions that begin with `initialize`, the newest first.
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

// API operations that are tools, by their ids.
constexpr std::array<std::string_view, 5> TOOLS = {"search", "similar", "groups", "explain",
                                                   "decide"};

// A tool: its address, and its entry in the list.
struct Tool {
    std::string name;
    std::string path;
    std::string method;
    Json listed;

    bool takes(const std::string& argument) const {
        return listed["inputSchema"]["properties"].contains(argument);
    }
};

Json schema_of(const Json& operation) {
    if (operation.contains("requestBody"))
        return operation["requestBody"]["content"]["application/json"]["schema"];
    Json properties = Json::object();
    Json required = Json::array();
    for (const Json& parameter : operation["parameters"]) {
        Json& property = properties[parameter["name"].get<std::string>()] = parameter["schema"];
        property["description"] = parameter["description"];
        if (parameter.contains("required")) required.push_back(parameter["name"]);
    }
    return {{"type", "object"},
            {"additionalProperties", false},
            {"properties", std::move(properties)},
            {"required", std::move(required)}};
}

std::vector<Tool> read_tools() {
    std::vector<Tool> tools;
    const Json api = Json::parse(OPENAPI);
    for (const auto& [path, operations] : api["paths"].items()) {
        for (const auto& [method, operation] : operations.items()) {
            if (!operation.is_object()) continue;
            const auto name = operation["operationId"].get<std::string>();
            if (std::ranges::find(TOOLS, name) == TOOLS.end()) continue;
            tools.push_back({name,
                             path,
                             method == "post" ? "POST" : "GET",
                             {{"name", name},
                              {"description", operation["description"]},
                              {"inputSchema", schema_of(operation)},
                              {"annotations",
                               {{"readOnlyHint", name != "decide"},
                                {"destructiveHint", false},
                                {"openWorldHint", false}}}}});
        }
    }
    return tools;
}

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

    // nullopt for notifications.
    std::optional<Json> answer(const std::string& line) {
        const Json message = Json::parse(line, nullptr, false);
        if (message.is_discarded()) return error_of(nullptr, PARSE_ERROR, "not JSON");
        const Json id = message.is_object() ? message.value("id", Json()) : Json();
        if (!message.is_object() || message.value("jsonrpc", Json()) != "2.0" ||
            !message.value("method", Json()).is_string())
            return error_of(id, INVALID_REQUEST, "not a request of JSON-RPC 2.0");
        if (!message.contains("id")) return std::nullopt;
        if (!id.is_string() && !id.is_number_integer())
            return error_of(nullptr, INVALID_REQUEST, "id must be a string or an integer");
        const Json params = message.value("params", Json::object());
        if (!params.is_object()) return error_of(id, INVALID_PARAMS, "params is not an object");
        return answer(message["method"].get<std::string>(), id, params);
    }

  private:
    static Json server_info() { return {{"name", "descry"}, {"version", DESCRY_VERSION}}; }

    static Json result_of(const Json& id, Json result) {
        result["resultType"] = "complete";
        return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
    }

    // The list changes only with the program.
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
            "Searches a collection with near-duplicates collapsed, and finds the near-duplicates "
            "of a text or a document.";
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

    bool has(const Tool& tool) const { return tool.name != "decide" || service_.takes_decisions(); }

    Json tools() const {
        Json list = Json::array();
        for (const Tool& tool : tools_)
            if (has(tool)) list.push_back(tool.listed);
        return list;
    }

    Json call(const Json& id, const Json& params) {
        const Json name = params.value("name", Json());
        const auto tool = std::ranges::find_if(
            tools_, [&](const Tool& each) { return name == each.name && has(each); });
        if (tool == tools_.end())
            return error_of(id, INVALID_PARAMS, "no such tool: " + plain_text(name));
        const Json arguments = params.value("arguments", Json::object());
        if (!arguments.is_object())
            return error_of(id, INVALID_PARAMS, "arguments is not an object");
        Request request{tool->method, tool->path, {}, {}, Caller::PROGRAM};
        if (request.method == "POST") {
            request.body = json_text(arguments);
        } else {
            for (const auto& [parameter, value] : arguments.items()) {
                // As in a body, null is a missing value.
                if (value.is_null() && tool->takes(parameter)) continue;
                for (const Json& each : value.is_array() ? value : Json::array({value}))
                    request.parameters.emplace_back(parameter, plain_text(whole_number(each)));
            }
        }
        const Answer answer = service_.answer_now(request);
        const Json content = Json::parse(answer.body);
        // Errors are returned as results so that the caller can correct them.
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
    const std::vector<Tool> tools_ = read_tools();
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
