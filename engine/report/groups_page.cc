#include "engine/report/groups_page.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <string_view>

#include <fmt/format.h>

#include "engine/report/html_writer.h"
#include "engine/report/page.h"
#include "engine/report/page_pairs.h"

namespace descry {

namespace {

constexpr std::size_t MOST_BYTES_OF_A_PAGE = 1'000'000;
// Of what was not read.
constexpr std::size_t MOST_NAMED = 50;
constexpr std::size_t MOST_BYTES_OF_A_CELL = 240;
constexpr std::size_t COLUMNS = 30;

constexpr std::string_view STYLE = R"(
.bar{display:flex;height:1.75rem;border-radius:.3rem;overflow:hidden;margin:1rem 0 .3rem;border:1px solid var(--line)}
.bar i{display:block}i.kept{background:var(--stay)}i.dropped{background:var(--go)}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;margin:0;padding:0;list-style:none}
.key i{display:inline-block;width:.8rem;height:.8rem;border-radius:.2rem;margin-right:.4rem}
.histogram{display:flex;align-items:flex-end;gap:2px;height:9rem;border-bottom:1px solid var(--text);border-right:2px dashed var(--text);margin-top:1rem}
.histogram i{flex:1;background:var(--go);min-height:1px}
.axis{display:flex;justify-content:space-between;font-size:.875rem;color:var(--soft)}
.unread td{text-align:left;overflow-wrap:anywhere;vertical-align:top}.unread table{margin:0 .8rem .8rem}
)";

double percent_of(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

void write_key(HtmlWriter& to, std::string_view kind, const std::string& text) {
    to.begin("li");
    to.element("i", {{"class", kind}}, "");
    to.text(text);
    to.end();
}

// What is in the pictures.
struct Counts {
    explicit Counts(const GroupsReport& report)
        : dropped(report.distances.size() + report.others), kept(report.documents - dropped) {
        for (const DistanceMillionths distance : report.distances) {
            if (distance == 0) {
                ++equal;
                continue;
            }
            const std::uint64_t column =
                (std::uint64_t{distance} - 1) * COLUMNS / std::max<std::uint64_t>(report.limit, 1);
            ++columns[std::min<std::uint64_t>(column, COLUMNS - 1)];
        }
        highest = *std::ranges::max_element(columns);
    }

    std::uint64_t dropped;
    std::uint64_t kept;
    std::uint64_t equal = 0;
    std::array<std::uint64_t, COLUMNS> columns{};  // of the others, from 100 % down to the limit
    std::uint64_t highest = 0;
};

// The sizes of what is drawn: a page may hold no attribute `style`.
std::string style_of(const GroupsReport& report, const Counts& counts) {
    const double share = percent_of(counts.kept, report.documents);
    std::string style = fmt::format(".bar .kept{{width:{:.2f}%}}.bar .dropped{{width:{:.2f}%}}\n",
                                    share, 100 - share);
    for (std::size_t i = 0; i < COLUMNS; ++i) {
        style += fmt::format(".histogram i:nth-child({}){{height:{:.2f}%}}\n", i + 1,
                             percent_of(counts.columns[i], counts.highest));
    }
    return style;
}

void write_bar(HtmlWriter& to, const GroupsReport& report, const Counts& counts) {
    const auto named = [&](std::uint64_t count, const char* what) {
        return fmt::format("{} {} ({:.1f} %)", grouped_digits(count), what,
                           percent_of(count, report.documents));
    };
    const std::string kept = named(counts.kept, "kept");
    const std::string dropped = named(counts.dropped, "dropped");
    to.begin("div", {{"class", "bar"}, {"role", "img"}, {"aria-label", kept + ", " + dropped}});
    to.element("i", {{"class", "kept"}}, "");
    to.element("i", {{"class", "dropped"}}, "");
    to.end();
    to.begin("ul", {{"class", "key"}});
    write_key(to, "kept", kept);
    write_key(to, "dropped", dropped);
    to.end();
    to.element(
        "p", {},
        fmt::format("{}{} make{} {}. Each dropped document is at least {} similar to the kept one.",
                    counted(report.documents, "document"),
                    report.references == 0
                        ? std::string()
                        : fmt::format(", beside {},", counted(report.references, "reference")),
                    report.documents == 1 && report.references == 0 ? "s" : "",
                    counted(report.groups, "group"), similarity_of(report.limit)));
}

// What the page is not made of.
void write_unread(HtmlWriter& to, const std::vector<UnreadKind>& unread) {
    for (const UnreadKind& kind : unread) {
        if (kind.first.empty()) {
            to.element("p", {}, kind.what);
            continue;
        }
        to.begin("details", {{"class", "unread"}});
        to.element("summary", {}, kind.what);
        to.begin("table");
        for (const auto& [place, reason] : kind.first | std::views::take(MOST_NAMED)) {
            to.begin("tr");
            to.element("td", {{"dir", "auto"}}, with_middle_left_out(place, MOST_BYTES_OF_A_CELL));
            to.element("td", {{"dir", "auto"}}, with_middle_left_out(reason, MOST_BYTES_OF_A_CELL));
            to.end();
        }
        to.end();
        to.end();
    }
}

void write_histogram(HtmlWriter& to, const GroupsReport& report, const Counts& counts) {
    const std::string label = fmt::format(
        "Histogram of similarities from 100 % down to {}, the limit; the highest column holds {}",
        similarity_of(report.limit), counted(counts.highest, "document"));
    to.begin("div", {{"class", "histogram"}, {"role", "img"}, {"aria-label", label}});
    for (const std::uint64_t count : counts.columns)
        to.element("i", {{"title", grouped_digits(count)}}, "");
    to.end();
    to.begin("div", {{"class", "axis"}});
    to.element("span", {}, "100 %");
    to.element("span", {}, fmt::format("{}: the limit", similarity_of(report.limit)));
    to.end();
}

void write_row(HtmlWriter& to, const GroupsReport& report, const std::string& name,
               std::uint64_t dropped) {
    to.begin("tr");
    to.element("td", {}, name);
    to.element("td", {}, grouped_digits(dropped));
    to.element("td", {}, fmt::format("{:.1f} %", percent_of(dropped, report.documents)));
    to.end();
}

void write_limits(HtmlWriter& to, const GroupsReport& report) {
    to.begin("table");
    to.begin("thead");
    to.begin("tr");
    for (const char* const column : {"distance up to", "dropped", "share of all"})
        to.element("th", {{"scope", "col"}}, column);
    to.end();
    to.end();
    to.begin("tbody");
    for (const DistanceMillionths limit :
         {20'000u, 50'000u, 80'000u, 100'000u, 150'000u, 200'000u, 300'000u}) {
        if (limit >= report.limit) break;
        write_row(
            to, report, fmt::format("{:g}", share_of(limit)),
            static_cast<std::uint64_t>(std::ranges::count_if(
                report.distances, [&](DistanceMillionths distance) { return distance <= limit; })));
    }
    write_row(to, report, fmt::format("{:g} (this run)", share_of(report.limit)),
              report.distances.size());
    to.end();
    to.end();
    to.element("p", {{"class", "small"}},
               "With a smaller distance, about this many would be dropped: some documents would "
               "then be compared with another kept one. For a larger distance, run again.");
}

// "1 dropped document is equal to the kept one ...".
void write_likeness(HtmlWriter& to, const GroupsReport& report, const Counts& counts) {
    to.element("h2", {}, "Similarity to the kept document");
    const std::uint64_t others = report.distances.size() - counts.equal;
    std::string text;
    if (counts.equal > 0) {
        text = fmt::format(
            "{} equal to the kept one, but for white space, case and compatibility forms. ",
            counts.equal == 1 ? "1 dropped document is"
                              : grouped_digits(counts.equal) + " dropped documents are");
    }
    if (others > 0) {
        text += fmt::format(
            "The picture shows the similarity of {}: 1 less the edit distance of the words, in "
            "characters, over the length of the longer text.",
            counted(others, counts.equal > 0 ? "other one" : "dropped document"));
    }
    if (report.others > 0) {
        text +=
            fmt::format(" {} inside the kept one, or holds it.",
                        report.others == 1 ? "1 document stands"
                                           : grouped_digits(report.others) + " documents stand");
    }
    to.element("p", {}, text);
    if (others == 0) return;
    write_histogram(to, report, counts);
    write_limits(to, report);
}

std::string page_of(const GroupsReport& report, const PagePairs& pairs, std::size_t most) {
    const Counts counts(report);
    HtmlWriter to;
    begin_page(to,
               {fmt::format("Near-duplicates: {} of {} dropped", grouped_digits(counts.dropped),
                            grouped_digits(report.documents)),
                "Near-duplicates", report.facts},
               std::string(STYLE).append(PagePairs::STYLE).append(style_of(report, counts)));
    write_bar(to, report, counts);
    write_unread(to, report.unread);
    if (counts.dropped > 0) write_likeness(to, report, counts);
    pairs.write(to, most);
    to.end();
    return to.finish();
}

}  // namespace

std::string groups_page(const GroupsReport& report, WordAnalyzer& analyzer) {
    const PagePairs pairs(report.sections, analyzer);
    std::size_t most = PagePairs::MOST_BYTES_OF_A_TEXT;
    std::string page = page_of(report, pairs, most);
    while (page.size() >= MOST_BYTES_OF_A_PAGE && most > 0) {
        most = most * 7 / 8;
        page = page_of(report, pairs, most);
    }
    return page;
}

}  // namespace descry
