#include "tools/unique/review_source.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
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

// A link from a page in @a folder to a file named relative to the working directory.
std::string link_from(const std::filesystem::path& folder, const std::string& file) {
    std::error_code ignored;
    const std::filesystem::path path =
        std::filesystem::proximate(file, folder.empty() ? "." : folder, ignored);
    return percent_encoded(path.generic_string());
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

ReviewSource review_source(UniqueRun& run, const Diagnostics& problems) {
    const GroupedTexts& grouped = run.grouped();
    return {grouped.model(),
            grouped.documents(),
            grouped.references(),
            grouped.groups().groups,
            run.dropped_documents(),
            [&run](std::uint64_t number) { return run.shown(number); },
            [&run](double distance) { return run.count_dropped_at(distance); },
            false,
            problems.unread_input()};
}

void write_page(const std::string& path, const std::vector<std::string>& inputs,
                const ReviewSource& found, std::size_t rows, const Console& console,
                const std::vector<double>& other_distances) {
    ReportedCollection collection;
    collection.documents = found.documents;
    collection.references = found.references;
    collection.groups = found.groups;
    collection.unread = unread_kinds(found.unread);
    collection.limit = found.model.parameters().grouping.distance;
    collection.count(found.dropped);
    for (const double distance : other_distances)
        collection.dropped_at.emplace_back(distance, found.count_dropped_at(distance));
    collection.facts = {{"Read", names_of(inputs)},
                        {"Date", console.date()},
                        {"Command", console.command_line()},
                        {"Limit", fmt::format("distance up to {:g}", share_of(collection.limit))}};
    collection.details = {{"Program", "descry " DESCRY_VERSION}, {"Model", found.model.id()}};
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const auto show = [&](std::uint64_t number) {
        ReportedText text = found.show(number);
        if (!text.file.empty()) text.link = link_from(folder, text.file);
        return text;
    };
    OutputFile out(path);
    WordAnalyzer analyzer{AnalyzerRecipe()};
    out.write(
        groups_page({collection, found.dropped, show, rows,
                     found.is_index ? "descry groups lists all groups, descry serve shows them."
                                    : "uniq --groups FILE lists all groups, --dropped FILE all "
                                      "dropped documents; descry serve shows them."},
                    analyzer));
    out.commit();
}

}  // namespace descry
