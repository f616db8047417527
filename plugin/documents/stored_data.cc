#include <algorithm>
#include <ranges>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include <descry/documents/stored_data.h>

#include "plugin/base/json_record.h"

namespace descry {

namespace {

using JsonMembers = nlohmann::json;

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

// The name before the first "=" of a line; empty when it has none.
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

StoredData read_members(JsonMembers data, const std::string& id) {
    StoredData stored;
    stored.is_read = true;
    if (const auto own = data.find("id"); own != data.end() && *own == id) data.erase(own);
    if (const auto text = data.find("text"); text != data.end() && text->is_string()) {
        stored.text = std::move(text->get_ref<std::string&>());
        data.erase(text);
    }
    stored.fields = as_text(data);
    return stored;
}

}  // namespace

StoredData read_stored_data(const std::string& data, const std::string& id) {
    if (const std::string_view own = json_of_data(data); own.starts_with('{')) {
        JsonMembers json = JsonMembers::parse(own, nullptr, false);
        if (json.is_object()) return read_members(std::move(json), id);
    }
    return read_lines(data);
}

}  // namespace descry
