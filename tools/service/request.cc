#include "tools/service/request.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

Answer error_answer(unsigned status, const std::string& message) {
    return {
        status, "application/json",
        json_text(nlohmann::ordered_json{{"error", {{"status", status}, {"message", message}}}})};
}

std::string percent_decoded(std::string_view text) {
    const auto digit = [&](std::size_t at) {
        constexpr std::string_view DIGITS = "0123456789abcdef0123456789ABCDEF";
        return at < text.size() ? DIGITS.find(text[at]) : DIGITS.npos;
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t high = text[i] == '%' ? digit(i + 1) : std::string_view::npos;
        const std::size_t low = high != std::string_view::npos ? digit(i + 2) : high;
        if (low == std::string_view::npos) {
            out += text[i];
            continue;
        }
        out += static_cast<char>(high % 16 * 16 + low % 16);
        i += 2;
    }
    return out;
}

std::string Parameters::text(std::string_view name, std::string_view otherwise) {
    const std::vector<std::string> values = all(name);
    if (values.size() > 1) throw RequestError(400, fmt::format("{} is given twice", name));
    return values.empty() ? std::string(otherwise) : values.front();
}

std::vector<std::string> Parameters::all(std::string_view name, bool is_list) {
    known_.emplace(name);
    std::vector<std::string> values;
    for (const auto& [given, value] : given_) {
        if (given != name || (is_list && value.empty())) continue;
        if (!is_list) {
            values.push_back(value);
            continue;
        }
        for (const std::string_view part : split_list(value))
            values.emplace_back(part);
    }
    return values;
}

std::uint64_t Parameters::number(std::string_view name, std::uint64_t otherwise,
                                 std::uint64_t least, std::uint64_t most) {
    const std::string value = text(name);
    if (value.empty()) return otherwise;
    const auto number = number_of<std::uint64_t>(value);
    if (!number || *number < least || *number > most) {
        throw RequestError(
            400, fmt::format("{}: \"{}\" is not a number from {} to {}", name, value, least, most));
    }
    return *number;
}

double Parameters::share(std::string_view name, double otherwise) {
    const std::string value = text(name);
    if (value.empty()) return otherwise;
    const auto number = number_of<double>(value);
    if (!number || !(*number >= 0 && *number <= 1))
        throw RequestError(400, fmt::format("{}: \"{}\" is not a number from 0 to 1", name, value));
    return *number;
}

std::string Parameters::required(std::string_view name) {
    const std::vector<std::string> values = all(name);
    if (values.empty()) throw RequestError(400, fmt::format("{} is missing", name));
    return text(name);
}

void Parameters::refuse_others() const {
    for (const auto& [name, value] : given_) {
        if (known_.contains(name)) continue;
        throw RequestError(
            400, fmt::format(
                     "unknown parameter {}; there {}", name,
                     known_.empty() ? "are none" : fmt::format("are {}", fmt::join(known_, ", "))));
    }
}

}  // namespace descry
