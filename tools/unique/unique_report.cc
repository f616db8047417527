#include "unique/unique_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "output/page.h"
#include "output/text.h"

namespace descry {

namespace {

constexpr const char* STYLE =
    "body{max-width:60em}del{background:#fdd}ins{background:#dfd;text-decoration:none}";

std::string percent_of(std::uint64_t part, std::uint64_t whole) {
    const double share = whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
    return fmt::format("{:.1f}%", 100 * share);
}

void write_row(MarkupWriter& to, const char* cell, std::initializer_list<std::string> texts) {
    to.begin("tr");
    for (const std::string& text : texts)
        to.element(cell, {}, text);
    to.end();
}

void write_sizes(MarkupWriter& to, const UniqueReport& report) {
    struct Range {
        const char* name;
        std::uint64_t most;
    };
    constexpr std::array RANGES = {
        Range{"2", 2},           Range{"3 to 5", 5},          Range{"6 to 10", 10},
        Range{"11 to 100", 100}, Range{"101 to 1,000", 1000}, Range{"more", ~std::uint64_t{0}}};
    to.element("h2", {}, "Sizes of groups");
    to.begin("table");
    write_row(to, "th", {"documents in a group", "groups", "documents"});
    std::uint64_t least = 2;
    for (const Range& range : RANGES) {
        std::uint64_t groups = 0;
        std::uint64_t documents = 0;
        for (const std::uint64_t size : report.group_sizes) {
            if (size < least || size > range.most) continue;
            ++groups;
            documents += size;
        }
        write_row(to, "td", {range.name, grouped_digits(groups), grouped_digits(documents)});
        least = range.most + 1;
    }
    to.end();
}

// A band of similarities, each in one alone: "98% to 99%", the greater one not in it; up to what is
// not wholly the same.
std::string band_name(DistanceMillionths least, DistanceMillionths most) {
    const auto percent = [](DistanceMillionths distance) {
        return fmt::format("{:g}%", std::round(1e4 * similarity(distance)) / 100);
    };
    return least == 1 ? fmt::format("{} to less than 100%", percent(most))
                      : fmt::format("{} to less than {}", percent(most), percent(least - 1));
}

void write_similarities(MarkupWriter& to, const UniqueReport& report) {
    to.element("h2", {}, "How alike they are to what stays");
    to.begin("table");
    write_row(to, "th", {"similarity", "left out", "share"});
    const std::uint64_t all = report.distances.size();
    const auto write = [&](const std::string& name, DistanceMillionths least,
                           DistanceMillionths most) {
        const auto found = static_cast<std::uint64_t>(std::ranges::count_if(
            report.distances,
            [&](DistanceMillionths distance) { return distance >= least && distance <= most; }));
        write_row(to, "td", {name, grouped_digits(found), percent_of(found, all)});
    };
    write("the same words in the same order", 0, 0);
    DistanceMillionths least = 1;
    for (const unsigned percent : {1u, 2u, 5u, 10u, 15u, 20u, 30u, 50u, 100u}) {
        const DistanceMillionths most = percent * (WHOLE_DISTANCE / 100);
        if (least > report.limit) break;
        const DistanceMillionths end = std::min(most, report.limit);
        write(band_name(least, end), least, most);
        least = most + 1;
    }
    to.end();
}

// "3 more places"
std::string counted_more(std::uint64_t n, const char* singular) {
    return counted(n, fmt::format("more {}", singular));
}

// In a line of its own: it follows other texts.
void write_rest(MarkupWriter& to, const std::string& text) {
    to.begin("div");
    to.element("small", {}, text);
    to.end();
}

void write_differences(MarkupWriter& to, const WordDifferences& differences) {
    for (const WordDifference& difference : differences.shown) {
        to.begin("div");
        to.text(difference.before + " ");
        if (!difference.a.empty()) to.element("del", {}, difference.a);
        to.text(" ");
        if (!difference.b.empty()) to.element("ins", {}, difference.b);
        to.text(" " + difference.after);
        to.end();
    }
    if (differences.ranges > differences.shown.size()) {
        write_rest(to,
                   "and " + counted_more(differences.ranges - differences.shown.size(), "place"));
    }
}

void write_group(MarkupWriter& to, const ReportedGroup& group) {
    to.element("h3", {},
               fmt::format("{}: {}", counted(group.size, "document"), one_line(group.head, 120)));
    to.element("p", {}, group.title);
    for (const ReportedMember& member : group.members) {
        to.begin("p");
        to.text(
            fmt::format("{:.1f}% {}", 100 * similarity(member.distance), one_line(member.id, 120)));
        to.end();
        write_differences(to, member.differences);
    }
    if (group.size > group.members.size() + 1) {
        write_rest(to, "and " + counted_more(group.size - group.members.size() - 1, "document"));
    }
}

}  // namespace

std::string html_of(const UniqueReport& report) {
    MarkupWriter to;
    begin_page(to, "Near-duplicates", STYLE);
    to.element("h1", {}, "Near-duplicates");
    to.element(
        "p", {},
        fmt::format("Of {}{}, {} ({}) are left out: each is at least {:.1f}% like one that "
                    "stays, by the edit distance of their words. {} make {}.",
                    counted(report.documents, "document"),
                    report.references == 0
                        ? std::string()
                        : fmt::format(", beside {}", counted(report.references, "reference")),
                    grouped_digits(report.dropped), percent_of(report.dropped, report.documents),
                    100 * similarity(report.limit),
                    counted(report.dropped + report.group_sizes.size(), "document"),
                    counted(report.group_sizes.size(), "group")));
    write_sizes(to, report);
    write_similarities(to, report);
    if (!report.groups.empty()) {
        to.element("h2", {}, "The largest groups");
        to.element("p", {},
                   "Each with its head, and members with the words in which they differ from it.");
        for (const ReportedGroup& group : report.groups)
            write_group(to, group);
    }
    return to.finish();
}

}  // namespace descry
