#include "tools/unique/looked_at.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/mechanics/output_file.h"
#include "tools/messages/printable.h"
#include "tools/output/text.h"

namespace descry {

namespace {

std::string names_of(const std::vector<std::string>& inputs) {
    constexpr std::size_t MOST_SHOWN = 10;
    std::string names;
    for (std::size_t i = 0; i < std::min(inputs.size(), MOST_SHOWN); ++i)
        names += (i == 0 ? "" : ", ") + (inputs[i] == "-" ? "standard input" : inputs[i]);
    if (inputs.size() > MOST_SHOWN)
        names += fmt::format(" and {} more", grouped_digits(inputs.size() - MOST_SHOWN));
    return names;
}

}  // namespace

std::vector<UnreadKind> unread_kinds(const UnreadInput& unread) {
    std::vector<UnreadKind> kinds;
    const auto add = [&kinds](const UnreadInput::Places& places, const char* what,
                              const char* why) {
        if (places.count == 0) return;
        kinds.push_back({fmt::format("Not read: {}{}", counted(places.count, what), why), {}});
        for (const auto& [location, reason] : places.first)
            kinds.back().first.emplace_back(printable(location), printable(reason));
    };
    add(unread.rejected, "rejected record", "");
    add(unread.unread, "input", ", or not to its end");
    add(unread.skipped, "skipped file", " (not text and not of a known format)");
    return kinds;
}

LookedAt looked_at(const UniqueRun& run, const Diagnostics& problems) {
    const GroupedTexts& grouped = run.grouped();
    return {grouped.model(),
            grouped.documents(),
            grouped.references(),
            grouped.groups().groups,
            run.dropped_documents(),
            [&run](std::uint64_t number) { return run.shown(number); },
            false,
            problems.unread_input()};
}

void write_page(const std::string& path, const std::vector<std::string>& inputs,
                const LookedAt& found, const Console& console) {
    GroupsReport report;
    report.documents = found.documents;
    report.references = found.references;
    report.groups = found.groups;
    report.unread = unread_kinds(found.unread);
    report.limit = found.model.parameters().grouping.distance;
    report.facts = {{"Read", names_of(inputs)},
                    {"Date", console.date()},
                    {"Command", console.command_line()},
                    {"Limit", fmt::format("distance up to {:g}", share_of(report.limit))},
                    {"Model", found.model.id()},
                    {"Program", "descry " DESCRY_VERSION}};
    OutputFile out(path);
    report_pairs(found.dropped, found.show, report);
    WordAnalyzer analyzer{AnalyzerRecipe()};
    out.write(groups_page(report, analyzer));
    out.commit();
}

}  // namespace descry
