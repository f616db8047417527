#include "tools/service/request.h"

#include <algorithm>
#include <cmath>

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xapian.h>

#include "tools/messages/printable.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

Answer json_answer(const nlohmann::ordered_json& json) {
    return {200, "application/json", json_text(json)};
}

nlohmann::ordered_json whole_number(const nlohmann::ordered_json& value) {
    constexpr double MOST = 9007199254740992;  // up to here all integers are doubles
    if (!value.is_number_float()) return value;
    const auto number = value.get<double>();
    if (number != std::trunc(number) || std::abs(number) > MOST) return value;
    if (number < 0) return static_cast<std::int64_t>(number);
    return static_cast<std::uint64_t>(number);
}

Answer error_answer(unsigned status, const std::string& message) {
    Answer answer = json_answer({{"error", {{"status", status}, {"message", message}}}});
    answer.status = status;
    return answer;
}

void require(const Request& request, const std::string& methods) {
    std::vector<std::string> taken;
    boost::split(taken, methods, boost::is_any_of(", "), boost::token_compress_on);
    if (std::ranges::find(taken, request.method) != taken.end()) return;
    throw RequestError(405, fmt::format("{} takes {}", request.path, methods), methods);
}

ErrorFacts current_error() {
    try {
        throw;
    } catch (const RequestError& error) {
        return {error.status(), error.what(), error.allow()};
    } catch (const Xapian::QueryParserError& error) {
        return {400, error.get_msg()};
    } catch (const Xapian::InvalidArgumentError& error) {
        return {400, error.get_msg()};
    } catch (const Xapian::UnimplementedError& error) {
        return {400, error.get_msg()};
    } catch (const Xapian::DocNotFoundError& error) {
        return {404, error.get_msg()};
    } catch (const Xapian::InvalidOperationError& error) {
        return {409, error.get_msg()};
    } catch (const Xapian::DatabaseModifiedError& error) {
        return {503, plain_message(error)};
    } catch (const Xapian::NetworkError& error) {
        return {503, plain_message(error)};
    } catch (const Xapian::Error& error) {
        return {500, plain_message(error)};
    } catch (const std::invalid_argument& error) {
        return {400, error.what()};
    } catch (const std::exception& error) {
        return {500, plain_message(error)};
    }
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

void Parameters::reject_others() const {
    for (const auto& [name, value] : given_) {
        if (known_.contains(name)) continue;
        throw RequestError(
            400, fmt::format(
                     "unknown parameter {}; there {}", name,
                     known_.empty() ? "are none" : fmt::format("are {}", fmt::join(known_, ", "))));
    }
}

}  // namespace descry
