#include "output/stored_data.h"

#include <algorithm>
#include <ranges>
#include <string_view>
#include <utility>

namespace descry {

namespace {

using Members = nlohmann::json;

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

void add(Members& fields, std::string_view name, std::string_view value) {
    Members& field = fields[std::string(name)];
    if (field.is_null()) {
        field = value;
        return;
    }
    if (!field.is_array()) field = Members::array({std::move(field)});
    field.push_back(value);
}

StoredData read_lines(std::string_view data) {
    StoredData stored;
    for (const auto part : std::views::split(data, '\n')) {
        const std::string_view line(part.begin(), part.end());
        if (line.empty()) continue;
        const std::string_view name = name_in(line);
        if (name.empty()) return {};
        add(stored.fields, name, line.substr(name.size() + 1));
    }
    stored.is_read = true;
    return stored;
}

StoredData read_members(Members data, const std::string& id) {
    StoredData stored;
    stored.is_read = true;
    if (const auto own = data.find("id"); own != data.end() && *own == id) data.erase(own);
    if (const auto text = data.find("text"); text != data.end() && text->is_string()) {
        stored.text = std::move(text->get_ref<std::string&>());
        data.erase(text);
    }
    stored.fields = std::move(data);
    return stored;
}

}  // namespace

StoredData read_stored_data(const std::string& data, const std::string& id) {
    if (data.starts_with('{')) {
        Members json = Members::parse(data, nullptr, false);
        if (json.is_object()) return read_members(std::move(json), id);
    }
    return read_lines(data);
}

}  // namespace descry
