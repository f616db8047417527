#include <algorithm>
#include <ranges>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include <descry/documents/stored_data.h>

#include "plugin/base/json_record.h"

namespace descry {

namespace {

using JsonMembers = nlohmann::json;

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

// The name before the first "=" of a line; empty if there is none.
std::string_view name_in(std::string_view line) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return {};
    const std::string_view name = line.substr(0, equals);
    return std::all_of(name.begin(), name.end(), is_name_character) ? name : std::string_view();
}

void add(std::string_view name, std::string_view value, JsonMembers& fields) {
    JsonMembers& field = fields[std::string(name)];
    if (field.is_null()) {
        field = value;
        return;
    }
    if (!field.is_array()) field = JsonMembers::array({std::move(field)});
    field.push_back(value);
}

std::map<std::string, std::string> as_text(const JsonMembers& members) {
    std::map<std::string, std::string> text;
    for (const auto& [name, value] : members.items())
        text.emplace(name, value.dump(-1, ' ', false, JsonMembers::error_handler_t::replace));
    return text;
}

StoredData read_lines(std::string_view data) {
    JsonMembers fields = JsonMembers::object();
    for (const auto part : std::views::split(data, '\n')) {
        const std::string_view line(part.begin(), part.end());
        if (line.empty()) continue;
        const std::string_view name = name_in(line);
        if (name.empty()) return {};
        add(name, line.substr(name.size() + 1), fields);
    }
    return {as_text(fields), std::nullopt, true};
}

// Returns nullopt unless the data is a JSON object. simdjson reads strings and finds the ends of
// other values; nlohmann validates these, which are small.
std::optional<StoredData> read_members(std::string_view data) try {
    data = data.substr(0, data.find('\0'));  // never in JSON, but some programs append one
    thread_local simdjson::ondemand::parser parser;
    const simdjson::padded_string json(data);
    simdjson::ondemand::document document = parser.iterate(json);
    StoredData stored;
    stored.is_read = true;
    for (simdjson::ondemand::field member : document.get_object()) {
        const std::string name(std::string_view(member.unescaped_key()));
        simdjson::ondemand::value value = member.value();
        if (value.type() != simdjson::ondemand::json_type::string) {
            const std::string_view written = simdjson::to_json_string(value);
            if (!nlohmann::json::accept(written)) return std::nullopt;
            stored.fields.insert_or_assign(name, written);
            continue;
        }
        const std::string_view written = value.raw_json_token();
        const std::string_view string = value.get_string();
        if (name == "text") {
            stored.text = string;
        } else {
            stored.fields.insert_or_assign(name, written);
        }
    }
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) return std::nullopt;
    return stored;
} catch (const simdjson::simdjson_error&) {
    return std::nullopt;
}

}  // namespace

StoredData read_stored_data(const std::string& data) {
    if (const std::string_view own = json_of_data(data); own.starts_with('{')) {
        if (auto stored = read_members(own)) return std::move(*stored);
    }
    return read_lines(data);
}

}  // namespace descry
