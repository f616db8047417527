#include "tools/output/json_text.h"

#include <fmt/format.h>

#include "tools/output/text.h"

namespace descry {

std::string json_string(std::string_view text) {
    return json_text(nlohmann::json(text));
}

std::string json_number(double number) {
    return json_text(nlohmann::json(number));
}

nlohmann::json object_of(const std::map<std::string, std::string>& members) {
    nlohmann::json object = nlohmann::json::object();
    for (const auto& [name, value] : members)
        object.emplace(name, nlohmann::json::parse(value));
    return object;
}

void for_each_value(const nlohmann::ordered_json& object,
                    const std::function<void(const std::string&, const std::string&)>& visit,
                    const std::string& prefix) {
    for (const auto& [name, value] : object.items()) {
        if (value.is_object()) {
            for_each_value(value, visit, prefix + name + ".");
        } else {
            visit(prefix + name, plain_text(value));
        }
    }
}

std::string tsv_row(const nlohmann::ordered_json& object) {
    std::string line;
    for (const auto& [name, value] : object.items())
        line += (value.is_null() ? "" : tsv_field(plain_text(value))) + '\t';
    if (!line.empty()) line.pop_back();
    return line;
}

void print_object(const nlohmann::ordered_json& object, OutputFormat format) {
    if (format == OutputFormat::JSON) {
        fmt::print("{}\n", json_text(object));
        return;
    }
    for_each_value(object, [](const std::string& name, const std::string& value) {
        fmt::print("{}\t{}\n", tsv_field(name), tsv_field(value));
    });
}

}  // namespace descry
