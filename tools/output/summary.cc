#include "output/summary.h"

#include <string_view>

#include <nlohmann/json.hpp>

#include "output/text.h"

namespace descry {

namespace {

constexpr std::size_t WIDTH = 100;

std::string summary_of_json(const nlohmann::json& data) {
    for (const char* name : {"title", "text"}) {
        const auto member = data.find(name);
        if (member == data.end() || !member->is_string()) continue;
        const std::string line = one_line(member->get_ref<const std::string&>(), WIDTH);
        if (!line.empty()) return line;
    }
    return {};
}

std::string summary_of_lines(std::string_view data) {
    for (const std::string_view name : {"caption=", "title=", "sample=", "abstract="}) {
        for (std::size_t begin = 0; begin < data.size();) {
            const std::size_t end = std::min(data.find('\n', begin), data.size());
            const std::string_view line = data.substr(begin, end - begin);
            if (line.starts_with(name) && line.size() > name.size()) {
                return one_line(line.substr(name.size()), WIDTH);
            }
            begin = end + 1;
        }
    }
    return {};
}

}  // namespace

std::string summary_of(const std::string& data) {
    if (data.starts_with('{')) {
        const auto json = nlohmann::json::parse(data, nullptr, false);
        if (json.is_object()) return summary_of_json(json);
    }
    return summary_of_lines(data);
}

}  // namespace descry
