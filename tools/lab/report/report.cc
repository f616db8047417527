#include "tools/lab/report/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

// 80 columns, the width of many terminals.
constexpr const char* LINE = "{:<20} {:>11}{:>5}{:>5}{:>5}{:>6}{:>5}{:>5}{:>7}{:>5}{:>5}\n";
constexpr std::size_t NAME_WIDTH = 20;

// At most four characters: 100% is printed as 100.
std::string short_percent(const Json& share) {
    const std::string shown = percent(share);
    return shown == "100.0" ? "100" : shown;
}

// At most six characters, up to eleven days.
std::string seconds(double time) {
    return time < 999.995 ? fmt::format("{:.2f}", time) : fmt::format("{:.0f}", time);
}

std::string line_of(const std::string& name, const std::string& pairs, const Json& row,
                    const std::string& shares, bool with_rest) {
    const auto share = [&](const char* kind, const char* limit) {
        return short_percent(row.at(std::string(kind) + limit));
    };
    const auto rest = [&](std::string value) { return with_rest ? std::move(value) : ""; };
    const bool is_long = name.size() > NAME_WIDTH;
    std::string line = fmt::format(
        fmt::runtime(LINE), is_long ? "" : name, pairs, short_percent(row.at(shares + "_08")),
        short_percent(row.at(shares + "_15")), short_percent(row.at(shares + "_30")),
        rest(share("recall", "_08")), rest(share("recall", "_15")), rest(share("recall", "_30")),
        rest(seconds(row.at("cpu_seconds").get<double>())),
        rest(fmt::format("{:.0f}", row.at("peak_rss_mib").get<double>())),
        rest(fmt::format("{:.0f}", row.at("bytes_per_doc").get<double>())));
    line.erase(line.find_last_not_of(" \n") + 1);
    return (is_long ? name + "\n" : "") + line + "\n";
}

std::string text_row(const Json& row) {
    std::string lines = line_of(row_name(row), suggested_pairs(row), row, "below", true);
    const Json& pairs = row.at("member_head_pairs");
    if (!pairs.is_null()) {
        lines += line_of("  member and head", grouped_digits(pairs.get<std::uint64_t>()), row,
                         "member_head_below", false);
    }
    return lines;
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
    return fmt::format("{:<20} {:>11}{:>15}{:>16}{:>7}{:>5}{:>5}\n", "", "suggested",
                       "% differ below", "% recall below", "CPU", "peak", "B a") +
           fmt::format(fmt::runtime(LINE), "method", "pairs", "8 %", "15 %", "30 %", "8 %", "15 %",
                       "30 %", "s", "MiB", "doc");
}

std::string report_row(const Json& row, OutputFormat format) {
    if (format == OutputFormat::JSON) return json_text(row) + "\n";
    if (format == OutputFormat::TSV) return tsv_row(row) + "\n";
    return text_row(row);
}

}  // namespace descry
