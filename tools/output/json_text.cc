#include "output/json_text.h"

#include <fmt/format.h>

#include "output/text.h"

namespace descry {

namespace {

using Visit = std::function<void(const std::string&, const std::string&)>;

void visit_members(const nlohmann::ordered_json& object, const std::string& prefix,
                   const Visit& visit) {
    for (const auto& [name, value] : object.items()) {
        if (value.is_object()) {
            visit_members(value, prefix + name + ".", visit);
        } else {
            visit(prefix + name, plain_text(value));
        }
    }
}

}  // namespace

void for_each_value(const nlohmann::ordered_json& object, const Visit& visit) {
    visit_members(object, "", visit);
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
