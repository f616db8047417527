#include "tools/arguments/group_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace descry {

namespace {

using nlohmann::json;

// Exact where it stands there; else as exact as a similarity.
DistanceMillionths distance_of(const json& member) {
    const auto exact = member.find("distance");
    const double distance =
        exact != member.end() ? exact->get<double>() : 1 - member.at("similarity").get<double>();
    if (!(distance >= 0 && distance <= 1))
        throw std::invalid_argument("a distance is not a number from 0 to 1");
    return static_cast<DistanceMillionths>(std::lround(distance * WHOLE_DISTANCE));
}

// Of files that earlier versions wrote there is none.
std::optional<std::uint64_t> content_hash_of(const json& member) {
    const auto found = member.find("content");
    if (found == member.end()) return std::nullopt;
    const std::string digits = found->get<std::string>();
    std::uint64_t hash = 0;
    const char* const end = digits.data() + digits.size();
    if (digits.size() != 16 || std::from_chars(digits.data(), end, hash, 16).ptr != end)
        throw std::invalid_argument("\"content\" must have 16 hexadecimal digits");
    return hash;
}

NamedGroup group_of(const json& line) {
    NamedGroup group;
    line.at("key").get_to(group.key);
    for (const json& member : line.at("members")) {
        NamedGroup::Member named{member.at("id").get<std::string>(), distance_of(member),
                                 content_hash_of(member)};
        if (member.at("head").get<bool>() != group.members.empty()) {
            throw std::invalid_argument("the first member must be the head, and no other");
        }
        group.members.push_back(std::move(named));
    }
    if (group.members.size() < 2) throw std::invalid_argument("a group needs at least two members");
    if (group.key.empty()) throw std::invalid_argument("the key is empty");
    return group;
}

}  // namespace

NamedGroups read_group_file(const std::string& path) {
    std::ifstream file;
    if (path != "-") {
        file.open(path);
        if (!file) {
            throw std::runtime_error(
                fmt::format("{}: cannot be opened: {}", path, std::strerror(errno)));
        }
    }
    std::istream& lines = path == "-" ? std::cin : file;
    NamedGroups groups;
    std::uint64_t number = 0;
    for (std::string text; std::getline(lines, text);) {
        ++number;
        if (text.empty()) continue;
        try {
            const json line = json::parse(text);
            const std::string model_id = line.value("model", std::string());
            if (!groups.groups.empty() && model_id != groups.model_id) {
                throw std::invalid_argument(
                    "the group is of another model than the groups before it");
            }
            groups.model_id = model_id;
            groups.groups.push_back(group_of(line));
            groups.groups.back().line = number;
        } catch (const std::exception& error) {
            throw std::runtime_error(
                fmt::format("{}:{}: not a group: {}", path, number, error.what()));
        }
    }
    if (lines.bad()) throw std::runtime_error(path + ": cannot be read");
    return groups;
}

}  // namespace descry
