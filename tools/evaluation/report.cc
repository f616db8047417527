#include "evaluation/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/json_text.h"
#include "output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* LINE =
    "{:<26} {:>14}  {:>6} {:>6} {:>6}  {:>6} {:>6} {:>6}  {:>9} {:>6} {:>7} {:>6}\n";

std::string grouped_digits(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, ",");
    return digits;
}

std::string seconds(const Json& time) {
    return time.is_null() ? "" : fmt::format("{:.2f}", time.get<double>());
}

std::string text_row(const Json& row) {
    std::string line = fmt::format(
        fmt::runtime(LINE), row_name(row), suggested_pairs(row), percent(row.at("below_08")),
        percent(row.at("below_15")), percent(row.at("below_30")), percent(row.at("recall_08")),
        percent(row.at("recall_15")), percent(row.at("recall_30")), seconds(row.at("cpu_seconds")),
        seconds(row.at("model_cpu_seconds")),
        fmt::format("{:.0f}", row.at("peak_rss_mib").get<double>()),
        fmt::format("{:.0f}", row.at("bytes_per_doc").get<double>()));
    if (!row.at("member_head_pairs").is_null()) {
        line += fmt::format(fmt::runtime(LINE), "  member and head",
                            grouped_digits(row.at("member_head_pairs").get<std::uint64_t>()),
                            percent(row.at("member_head_below_08")),
                            percent(row.at("member_head_below_15")),
                            percent(row.at("member_head_below_30")), "", "", "", "", "", "", "");
        line = line.substr(0, line.find_last_not_of(" \n") + 1) + "\n";
    }
    return line;
}

std::string tsv_row(const Json& row) {
    std::string line;
    for (const auto& [name, value] : row.items()) {
        if (!line.empty()) line += '\t';
        if (value.is_string()) line += tsv_field(value.get_ref<const std::string&>());
        if (!value.is_string() && !value.is_null()) line += json_text(value);
    }
    return line + "\n";
}

}  // namespace

std::string percent(const Json& share) {
    return share.is_null() ? "-" : fmt::format("{:.1f}", 100 * share.get<double>());
}

std::string row_name(const Json& row) {
    std::string name = row.at("method").get<std::string>();
    if (!row.at("words").is_null()) name += fmt::format(" {}", row.at("words").get<unsigned>());
    return name;
}

std::string suggested_pairs(const Json& row) {
    const bool exact = row.at("suggested_pairs_exact").get<bool>();
    return (exact ? "" : "~") + grouped_digits(row.at("suggested_pairs").get<std::uint64_t>());
}

std::string report_heading(OutputFormat format) {
    if (format != OutputFormat::TEXT) return {};
    return fmt::format(fmt::runtime(LINE), "", "suggested", "differ", "by", "below", "recall", "of",
                       "below", "CPU", "of it", "peak", "bytes") +
           fmt::format(fmt::runtime(LINE), "method", "pairs", "8 %", "15 %", "30 %", "8 %", "15 %",
                       "30 %", "seconds", "model", "MiB", "a doc");
}

std::string report_row(const Json& row, OutputFormat format) {
    switch (format) {
        case OutputFormat::JSON:
            return json_text(row) + "\n";
        case OutputFormat::TSV:
            return tsv_row(row);
        case OutputFormat::TEXT:
            break;
    }
    return text_row(row);
}

}  // namespace descry
