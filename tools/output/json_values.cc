#include "output/json_values.h"

#include <string>

#include <fmt/format.h>

#include "output/json_text.h"
#include "output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

void print_members(const Json& object, const std::string& prefix) {
    for (const auto& [name, value] : object.items()) {
        if (value.is_object()) {
            print_members(value, prefix + name + ".");
        } else {
            const std::string text =
                value.is_string() ? value.get<std::string>() : json_text(value);
            fmt::print("{}\t{}\n", tsv_field(prefix + name), tsv_field(text));
        }
    }
}

}  // namespace

void print_values(const Json& object) {
    print_members(object, "");
}

}  // namespace descry
