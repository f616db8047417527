#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include <descry/report/groups_page.h>
#include <descry/report/html_writer.h>
#include <descry/report/page.h>


namespace descry {

namespace {

// Of a text that is shown in a pair, and of all together: marks and headings make a fifth more.
constexpr std::size_t MOST_BYTES_OF_A_TEXT = 16'000;
constexpr std::size_t MOST_BYTES_OF_TEXTS = 700'000;

constexpr std::string_view STYLE = R"(
.bar{display:flex;height:1.75rem;border-radius:.3rem;overflow:hidden;margin:1rem 0 .3rem;border:1px solid var(--line)}
.bar i{display:block}.stays{background:var(--stay)}.goes{background:var(--go)}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;margin:0;padding:0;list-style:none}
.key i{display:inline-block;width:.8rem;height:.8rem;border-radius:.2rem;margin-right:.4rem}
.histogram{display:flex;align-items:flex-end;gap:2px;height:9rem;border-bottom:1px solid var(--text);border-right:2px dashed var(--go);margin-top:1rem}
.histogram i{flex:1;background:var(--stay);min-height:1px}
.axis{display:flex;justify-content:space-between;font-size:.875rem;color:var(--soft)}
details{border:1px solid var(--line);border-radius:.4rem;background:var(--card);margin:.5rem 0}
summary{padding:.5rem .8rem;cursor:pointer;overflow-wrap:anywhere}
summary b{font-variant-numeric:tabular-nums}
.pair{display:grid;gap:1rem;padding:0 .8rem .8rem}
@media(min-width:48rem){.pair{grid-template-columns:1fr 1fr}}
.pair h3{font-size:.9rem;margin:0 0 .3rem;overflow-wrap:anywhere}
.text{white-space:pre-wrap;overflow-wrap:anywhere;font:.875rem/1.5 ui-monospace,monospace;margin:0}
.fields{margin:0 .8rem .8rem;overflow-wrap:anywhere}.fields th,.fields td{text-align:start;vertical-align:top}
del{background:var(--del);text-decoration-thickness:1px}ins{background:var(--ins);text-decoration:none;font-weight:600}
@media print{details::details-content{content-visibility:visible}details{break-inside:avoid}}
)";

std::string digits_of(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, ",");
    return digits;
}

double percent_of(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string similarity_of(DistanceMillionths distance) {
    return fmt::format("{:.1f} %", 100.0 - static_cast<double>(distance) / 10'000);
}

void write_key(HtmlWriter& to, std::string_view kind, const std::string& text) {
    to.begin("li");
    to.element("i", {{"class", kind}}, "");
    to.text(text);
    to.end();
}

void write_bar(HtmlWriter& to, const GroupsReport& report) {
    const std::uint64_t gone = report.distances.size();
    const std::uint64_t stay = report.documents - gone;
    const double share = percent_of(stay, report.documents);
    const std::string stays = fmt::format("{} stay ({:.1f} %)", digits_of(stay), share);
    const std::string goes =
        fmt::format("{} left out ({:.1f} %)", digits_of(gone), percent_of(gone, report.documents));
    to.begin("div", {{"class", "bar"}, {"role", "img"}, {"aria-label", stays + ", " + goes}});
    to.element("i", {{"class", "stays"}, {"style", fmt::format("width:{:.2f}%", share)}}, "");
    to.element("i", {{"class", "goes"}, {"style", fmt::format("width:{:.2f}%", 100 - share)}}, "");
    to.end();
    to.begin("ul", {{"class", "key"}});
    write_key(to, "stays", stays);
    write_key(to, "goes", goes);
    to.end();
}

void write_histogram(HtmlWriter& to, const GroupsReport& report) {
    constexpr std::size_t COLUMNS = 30;
    to.element("h2", {}, "How alike they are to what stays");
    std::array<std::uint64_t, COLUMNS> counts{};
    std::uint64_t equal = 0;
    for (const DistanceMillionths distance : report.distances) {
        if (distance == 0) {
            ++equal;
            continue;
        }
        const std::uint64_t column =
            (std::uint64_t{distance} - 1) * COLUMNS / std::max<std::uint64_t>(report.limit, 1);
        ++counts[std::min<std::uint64_t>(column, COLUMNS - 1)];
    }
    to.element("p", {},
               fmt::format("{} have the same words in the same order as what stays. Of the other "
                           "{}, the picture shows the similarity: 1 less the edit distance of the "
                           "words, in characters, over the length of the longer text.",
                           digits_of(equal), digits_of(report.distances.size() - equal)));
    const std::uint64_t most = std::max<std::uint64_t>(*std::ranges::max_element(counts), 1);
    const std::string label = fmt::format(
        "Histogram of similarities from 100 % down to {}, the limit; the highest column holds {} "
        "documents",
        similarity_of(report.limit), digits_of(most));
    to.begin("div", {{"class", "histogram"}, {"role", "img"}, {"aria-label", label}});
    for (const std::uint64_t count : counts) {
        to.element("i",
                   {{"style", fmt::format("height:{:.2f}%", percent_of(count, most))},
                    {"title", digits_of(count)}},
                   "");
    }
    to.end();
    to.begin("div", {{"class", "axis"}});
    to.element("span", {}, "100 %");
    to.element("span", {}, fmt::format("{}: the limit", similarity_of(report.limit)));
    to.end();

    to.begin("table");
    to.begin("thead");
    to.begin("tr");
    to.element("th", {{"scope", "col"}}, "distance up to");
    to.element("th", {{"scope", "col"}}, "of those left out");
    to.element("th", {{"scope", "col"}}, "share of all");
    to.end();
    to.end();
    to.begin("tbody");
    for (const DistanceMillionths limit : {20'000u, 50'000u, 80'000u, 100'000u, 150'000u, 200'000u,
                                           300'000u}) {
        if (limit >= report.limit) break;
        const auto within = static_cast<std::uint64_t>(std::ranges::count_if(
            report.distances, [&](DistanceMillionths distance) { return distance <= limit; }));
        to.begin("tr");
        to.element("td", {}, fmt::format("{:g}", limit / 1e6));
        to.element("td", {}, digits_of(within));
        to.element("td", {}, fmt::format("{:.1f} %", percent_of(within, report.documents)));
        to.end();
    }
    to.begin("tr");
    to.element("td", {}, fmt::format("{:g} (this run)", report.limit / 1e6));
    to.element("td", {}, digits_of(report.distances.size()));
    to.element("td", {},
               fmt::format("{:.1f} %", percent_of(report.distances.size(), report.documents)));
    to.end();
    to.end();
    to.end();
    to.element("p", {{"class", "small"}},
               "A smaller distance leaves out about so many, as some of the others find another "
               "head. What a greater one leaves out, only another run tells.");
}

// Safe in an attribute and behind the # of a link.
std::string anchor_of(std::size_t section, const std::string& id) {
    std::string anchor = fmt::format("s{}-", section);
    for (const char byte : id) {
        const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                           (byte >= 'A' && byte <= 'Z');
        if (plain) {
            anchor += byte;
        } else {
            anchor += fmt::format("-{:02x}", static_cast<unsigned char>(byte));
        }
    }
    return anchor;
}

// So many bytes of each text that all together are no more than they may be.
std::size_t bytes_of_a_text(const GroupsReport& report) {
    const auto bytes_of_all = [&report](std::size_t most) {
        std::size_t bytes = 0;
        for (const ReportedSection& section : report.sections) {
            for (const ReportedPair& pair : section.pairs)
                bytes += std::min(pair.text.size(), most) + std::min(pair.head_text.size(), most);
        }
        return bytes;
    };
    std::size_t most = MOST_BYTES_OF_A_TEXT;
    while (bytes_of_all(most) > MOST_BYTES_OF_TEXTS)
        most = most * 7 / 8;
    return most;
}

// Cut at a character.
std::string_view beginning_of(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    std::size_t size = most;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80)
        --size;
    return text.substr(0, size);
}

void write_text(HtmlWriter& to, const std::string& id, const std::string& anchor,
                const char* what_becomes_of_it, const std::vector<MarkedPiece>& pieces,
                const char* mark) {
    to.begin("div");
    to.begin("h3", {{"id", anchor}});
    to.element("a", {{"href", "#" + anchor}, {"dir", "auto"}}, id);
    to.text(what_becomes_of_it);
    to.end();
    to.begin("p", {{"class", "text"}, {"dir", "auto"}});
    for (const MarkedPiece& piece : pieces) {
        if (piece.differs) {
            to.element(mark, {}, piece.text);
        } else {
            to.text(piece.text);
        }
    }
    to.end();
    to.end();
}

// A row each: its name, the value of what stays, that of what goes.
void write_fields(HtmlWriter& to, const std::vector<FieldDifference>& fields) {
    if (fields.empty()) return;
    to.begin("table", {{"class", "fields"}});
    for (const FieldDifference& field : fields) {
        to.begin("tr");
        to.element("th", {{"scope", "row"}, {"dir", "auto"}}, field.name);
        to.begin("td", {{"dir", "auto"}});
        to.element("del", {}, field.a.value_or(""));
        to.end();
        to.begin("td", {{"dir", "auto"}});
        to.element("ins", {}, field.b.value_or(""));
        to.end();
        to.end();
    }
    to.end();
}

void write_pair(HtmlWriter& to, const ReportedPair& pair, const std::string& anchor,
                std::size_t most, WordAnalyzer& analyzer) {
    to.begin("details");
    to.begin("summary");
    to.element("b", {}, similarity_of(pair.distance));
    to.text(" ");
    to.element("span", {{"dir", "auto"}}, pair.id);
    to.text(" goes, for ");
    to.element("span", {{"dir", "auto"}}, pair.head);
    if (pair.size > 2) to.text(fmt::format(" ({} documents)", digits_of(pair.size)));
    to.end();
    const MarkedTexts marked = mark_differences(analyzer, beginning_of(pair.head_text, most),
                                                beginning_of(pair.text, most));
    to.begin("div", {{"class", "pair"}});
    // Not on the summary, which is a control itself. A browser that follows a link into a folded
    // element opens it.
    write_text(to, pair.head, anchor + "-head", " stays", marked.a, "del");
    write_text(to, pair.id, anchor, " goes", marked.b, "ins");
    to.end();
    write_fields(to, pair.fields);
    if (const std::size_t longer = std::max(pair.text.size(), pair.head_text.size());
        longer > most) {
        to.element("p", {{"class", "small"}},
                   fmt::format("the first {} bytes of up to {}", digits_of(most), digits_of(longer)));
    }
    if (marked.places > MAX_MARKED_PLACES) {
        to.element("p", {{"class", "small"}},
                   fmt::format("and {} more places", digits_of(marked.places - MAX_MARKED_PLACES)));
    }
    to.end();
}

}  // namespace

std::string groups_page(const GroupsReport& report, WordAnalyzer& analyzer) {
    HtmlWriter to;
    begin_page(to,
               {fmt::format("Near-duplicates: {} of {} left out", digits_of(report.distances.size()),
                            digits_of(report.documents)),
                "Near-duplicates", report.facts},
               STYLE);
    write_bar(to, report);
    to.element(
        "p", {},
        fmt::format("{} documents{} make {} groups. Each of those left out is at least {} like the "
                    "one that stays in its place.",
                    digits_of(report.documents),
                    report.references == 0
                        ? std::string()
                        : fmt::format(", beside {} references,", digits_of(report.references)),
                    digits_of(report.groups), similarity_of(report.limit)));
    if (!report.distances.empty()) write_histogram(to, report);
    const std::size_t most = bytes_of_a_text(report);
    for (std::size_t i = 0; i < report.sections.size(); ++i) {
        const ReportedSection& section = report.sections[i];
        if (section.pairs.empty()) continue;
        to.element("h2", {}, section.title);
        to.element("p", {}, section.explanation);
        for (const ReportedPair& pair : section.pairs)
            write_pair(to, pair, anchor_of(i, pair.id), most, analyzer);
    }
    to.end();
    return to.finish();
}

}  // namespace descry
