#include "engine/report/groups_page.h"

#include <algorithm>
#include <ranges>
#include <string_view>

#include <fmt/format.h>

#include "engine/hashing/coding.h"

namespace descry {

namespace {

// Groups are written with their texts up to the first limit, as lines up to the second.
constexpr std::size_t MOST_BYTES_WITH_TEXTS = 700'000;
constexpr std::size_t MOST_BYTES_OF_A_PAGE = 980'000;
// Per group: limits of pairs, and of members in its table.
constexpr std::size_t MOST_BYTES_OF_PAIRS = 12'000;
constexpr std::size_t MOST_MEMBERS = 30;
constexpr std::size_t OPEN_GROUPS = 3;
constexpr std::size_t OPEN_PAIRS = 2;  // per group
// Searched for a first difference if no texts are shown.
constexpr std::size_t BYTES_OF_A_ROW = 4'000;
// Limits of what was not read.
constexpr std::size_t MOST_NAMED = 50;
constexpr std::size_t MOST_BYTES_OF_A_CELL = 240;

double percent_of(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
    return fmt::format("{:.1f}\u00a0%", percent_of(part, whole));
}

// A bar from @a begin to @a end percent, in SVG, as a page may hold no attribute `style`.
void write_part_of_bar(HtmlWriter& to, std::string_view kind, double begin, double end) {
    to.element("rect", {{"class", kind},
                        {"x", fmt::format("{:.2f}", begin)},
                        {"width", fmt::format("{:.2f}", end - begin)},
                        {"height", "1"}});
}

void write_bar(HtmlWriter& to, const ReportedCollection& collection) {
    const std::uint64_t kept = collection.documents - collection.dropped();
    const auto named = [&](std::uint64_t count, const char* what) {
        return fmt::format("{} {} ({})", grouped_digits(count), what,
                           share_text(count, collection.documents));
    };
    const std::string texts[] = {named(kept, "kept"), named(collection.dropped(), "dropped")};
    if (collection.documents > 0) {
        to.begin("svg", {{"class", "bar"},
                         {"viewBox", "0 0 100 1"},
                         {"preserveAspectRatio", "none"},
                         {"role", "img"},
                         {"aria-label", texts[0] + ", " + texts[1]}});
        const double share = percent_of(kept, collection.documents);
        write_part_of_bar(to, "kept", 0, share);
        write_part_of_bar(to, "dropped", share, 100);
        to.end();
    }
    to.begin("ul", {{"class", "key"}});
    for (const auto& [kind, text] : {std::pair("kept", texts[0]), {"dropped", texts[1]}}) {
        to.begin("li");
        to.begin(
            "svg",
            {{"viewBox", "0 0 100 1"}, {"preserveAspectRatio", "none"}, {"aria-hidden", "true"}});
        write_part_of_bar(to, kind, 0, 100);
        to.end();
        to.text(text);
        to.end();
    }
    to.end();
    to.element(
        "p", {},
        fmt::format(
            "{}{}; {} of near-duplicates.{}", counted(collection.documents, "document"),
            collection.references == 0
                ? std::string()
                : fmt::format(" beside {}", counted(collection.references, "reference")),
            counted(collection.groups, "group"),
            collection.distances.empty()
                ? std::string()
                : fmt::format(
                      " Each dropped near-duplicate is at least {} similar to the kept document.",
                      similarity_of(collection.limit))));
}

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
            to.element("td", {{"dir", "auto"}}, with_middle_elided(place, MOST_BYTES_OF_A_CELL));
            to.element("td", {{"dir", "auto"}}, with_middle_elided(reason, MOST_BYTES_OF_A_CELL));
            to.end();
        }
        to.end();
        to.end();
    }
}

// Documents of some similarity, and all that are at least as similar.
struct Column {
    DistanceMillionths limit = 0;
    std::uint64_t documents = 0;
    std::uint64_t up_to_here = 0;
};

// One for equal documents, then at most 20 up to the limit.
std::vector<Column> columns_of(const ReportedCollection& collection) {
    constexpr DistanceMillionths STEPS[] = {10'000, 20'000, 50'000, 100'000};
    constexpr std::uint32_t MOST_COLUMNS = 20;
    const auto step = *std::ranges::find_if(STEPS, [&](DistanceMillionths one) {
        return collection.limit / one <= MOST_COLUMNS || one == std::end(STEPS)[-1];
    });
    std::vector<Column> columns = {{}};
    while (columns.back().limit < collection.limit)
        columns.push_back({std::min(columns.back().limit + step, collection.limit)});
    for (const DistanceMillionths distance : collection.distances)
        ++columns[std::min<std::size_t>((distance + step - 1) / step, columns.size() - 1)]
              .documents;
    std::uint64_t up_to_here = 0;
    for (Column& column : columns)
        column.up_to_here = up_to_here += column.documents;
    return columns;
}

void write_similarities(HtmlWriter& to, const ReportedCollection& collection) {
    to.element("h2", {}, "Similarity to the kept document");
    if (collection.others > 0)
        to.element("p", {},
                   collection.others == 1
                       ? "1 dropped document stands inside the kept one, or holds it."
                       : grouped_digits(collection.others) +
                             " dropped documents stand inside the kept one, or hold it.");
    if (collection.distances.empty()) return;
    const std::vector<Column> columns = columns_of(collection);
    const std::uint64_t highest = std::ranges::max(columns, {}, &Column::documents).documents;
    static constexpr std::string_view NAMES[] = {"Similarity", "Documents",  "Histogram",
                                                 "--distance", "would drop", "share of all"};
    begin_table(to, "histogram", "Similarity to the kept document", NAMES);
    for (const Column& column : columns) {
        if (column.documents == 0 && &column != &columns.back()) continue;
        to.begin("tr");
        to.element("th", {{"scope", "row"}},
                   column.limit == 0
                       ? "equal"
                       : fmt::format("from {:g}\u00a0%", percent_alike(column.limit)));
        to.element("td", {}, grouped_digits(column.documents));
        to.begin("td", {{"class", "drawn"}});
        if (column.documents > 0) {
            to.begin("svg", {{"viewBox", "0 0 100 1"},
                             {"preserveAspectRatio", "none"},
                             {"aria-hidden", "true"}});
            write_part_of_bar(to, "dropped", 0, percent_of(column.documents, highest));
            to.end();
        }
        to.end();
        to.element("td", {}, fmt::format("{:g}", share_of(column.limit)));
        to.element("td", {}, grouped_digits(column.up_to_here));
        to.element("td", {}, share_text(column.up_to_here, collection.documents));
        to.end();
    }
    end_table(to);
    to.element(
        "p", {{"class", "small"}},
        "Similarity is 1 minus the edit distance of the words, in characters, divided by the "
        "length of the longer text. Equal texts may differ in white space, case and compatibility "
        "forms. With a smaller distance, about this many documents would be dropped: some would "
        "then be compared with another kept document. report --other-distances counts exactly, "
        "also for larger distances.");
}

void write_other_distances(HtmlWriter& to, const ReportedCollection& collection) {
    to.element("h2", {}, "Other distances");
    static constexpr std::string_view NAMES[] = {"--distance", "would drop", "share of all"};
    begin_table(to, "histogram", "Documents dropped with other distances", NAMES);
    for (const auto& [distance, dropped] : collection.dropped_at) {
        to.begin("tr");
        to.element("th", {{"scope", "row"}}, fmt::format("{:g}", distance));
        to.element("td", {}, grouped_digits(dropped));
        to.element("td", {}, share_text(dropped, collection.documents));
        to.end();
    }
    end_table(to);
    to.element("p", {{"class", "small"}}, "All documents were grouped again with each distance.");
}

// Writes groups as long as they fit.
class GroupsWriter {
  public:
    GroupsWriter(const GroupsPage& page, WordAnalyzer& analyzer)
        : page_(page), analyzer_(analyzer), groups_(groups_of(page.dropped)) {}

    void write(HtmlWriter& to) {
        if (groups_.empty()) return;
        const std::size_t most = std::min(groups_.size(), page_.rows);
        to.element("h2", {}, "Groups");
        HtmlWriter list = HtmlWriter::part();
        begin_groups(list, most > 1);
        std::size_t written = 0;
        std::size_t with_texts = 0;
        while (written < most) {
            HtmlWriter group = HtmlWriter::part();
            const bool has_texts =
                with_texts == written && to.size() + list.size() < MOST_BYTES_WITH_TEXTS;
            if (has_texts) {
                write_group(group, groups_[written], written);
            } else {
                write_row(group, groups_[written]);
            }
            if (to.size() + list.size() + group.size() > MOST_BYTES_OF_A_PAGE) break;
            list.append(std::move(group));
            ++written;
            if (has_texts) ++with_texts;
        }
        list.end();
        to.element("p", {{"class", "rest"}}, shown_text(written, with_texts));
        to.append(std::move(list));
        write_rest(to, written);
    }

  private:
    ReportedText text_of(std::uint64_t number) const {
        ReportedText text = page_.show(number);
        complete(text);
        return text;
    }

    GroupView view_of(const DroppedGroup& group, const ReportedText& kept) const {
        return {kept.title,
                kept.title == kept.id ? std::string() : kept.id,
                {},
                group.members.front().group_size,
                group.farthest(),
                {},
                kept.date,
                kept.place,
                kept.words};
    }

    void write_group(HtmlWriter& to, const DroppedGroup& group, std::size_t number) {
        const ReportedText kept = text_of(group.kept);
        GroupView view = view_of(group, kept);
        std::vector<ReportedText> texts;
        HtmlWriter pairs = HtmlWriter::part();
        std::size_t with_pair = 0;
        for (const DroppedDocument& member : group.members | std::views::take(MOST_MEMBERS)) {
            texts.push_back(text_of(member.document));
            if (pairs.size() > MOST_BYTES_OF_PAIRS) continue;
            const AlignedTexts aligned = align_texts(analyzer_, kept.text, texts.back().text);
            write_pair(pairs,
                       {kept, texts.back(), member.distance, member.relation,
                        anchor_of(number, with_pair), with_pair < OPEN_PAIRS},
                       aligned);
            if (with_pair++ == 0) view.first = aligned.first;
        }
        std::vector<MemberView> members = {{kept, true}};
        for (std::size_t i = 0; i < texts.size(); ++i)
            members.push_back({texts[i], false, group.members[i].distance,
                               group.members[i].relation,
                               i < with_pair ? anchor_of(number, i) : std::string()});
        begin_group(to, view, fmt::format("group-{}", number + 1),
                    number < OPEN_GROUPS ? GroupDisplay::OPEN : GroupDisplay::FOLDED);
        write_members(to, members);
        if (group.members.size() > texts.size())
            to.element("p", {{"class", "small"}},
                       fmt::format("and {}; {}",
                                   counted(group.members.size() - texts.size(), "more document"),
                                   page_.rest));
        to.append(std::move(pairs));
        to.end();
    }

    void write_row(HtmlWriter& to, const DroppedGroup& group) {
        const ReportedText kept = text_of(group.kept);
        GroupView view = view_of(group, kept);
        view.first = align_texts(analyzer_, beginning_of(kept.text, BYTES_OF_A_ROW),
                                 beginning_of(page_.show(group.members.front().document).text,
                                              BYTES_OF_A_ROW))
                         .first;
        begin_group(to, view, {}, GroupDisplay::ROW);
        to.end();
    }

    // "Shown: 120 of 3,000 groups, the first 80 with their texts. The others ..."
    std::string shown_text(std::size_t written, std::size_t with_texts) const {
        std::string text = fmt::format("Shown: {} of {}", grouped_digits(written),
                                       counted(groups_.size(), "group"));
        text += with_texts == written
                    ? ", with their texts."
                    : fmt::format(", the first {} with their texts.", grouped_digits(with_texts));
        return written < groups_.size() || with_texts < written ? text + " " + page_.rest : text;
    }

    void write_rest(HtmlWriter& to, std::size_t written) const {
        const std::size_t more = groups_.size() - written;
        if (more == 0) return;
        to.element(
            "p", {{"class", "rest"}},
            fmt::format("{} not on this page. {}",
                        counted(more, "more group") + (more == 1 ? " is" : " are"), page_.rest));
    }

    static std::string anchor_of(std::size_t group, std::size_t member) {
        return fmt::format("pair-{}-{}", group + 1, member + 1);
    }

    const GroupsPage& page_;
    WordAnalyzer& analyzer_;
    std::vector<DroppedGroup> groups_;
};

}  // namespace

void ReportedCollection::count(std::span<const DroppedDocument> dropped) {
    for (const DroppedDocument& document : dropped) {
        if (document.relation != Relation::NEAR) {
            ++others;
        } else {
            distances.push_back(document.distance);
        }
    }
}

void write_collection(HtmlWriter& to, const ReportedCollection& collection) {
    write_bar(to, collection);
    write_unread(to, collection.unread);
    if (!collection.details.empty()) {
        to.begin("details");
        to.element("summary", {}, "Details of the run");
        write_facts(to, collection.details);
        to.end();
    }
    if (collection.dropped() > 0) write_similarities(to, collection);
    if (!collection.dropped_at.empty()) write_other_distances(to, collection);
}

std::vector<DroppedGroup> groups_of(std::span<const DroppedDocument> dropped) {
    std::vector<DroppedDocument> sorted(dropped.begin(), dropped.end());
    std::ranges::stable_sort(sorted, [](const DroppedDocument& a, const DroppedDocument& b) {
        return a.kept != b.kept ? a.kept < b.kept : a.distance > b.distance;
    });
    std::vector<DroppedGroup> groups;
    for (const DroppedDocument& document : sorted) {
        if (groups.empty() || groups.back().kept != document.kept)
            groups.push_back({document.kept, {}});
        groups.back().members.push_back(document);
    }
    std::ranges::stable_sort(groups, std::ranges::greater(), &DroppedGroup::farthest);
    return groups;
}

std::string groups_page(const GroupsPage& page, WordAnalyzer& analyzer) {
    const ReportedCollection& collection = page.collection;
    const PageHead head{
        fmt::format("Near-duplicates: {} of {} dropped", grouped_digits(collection.dropped()),
                    grouped_digits(collection.documents)),
        "Near-duplicates",
        collection.facts,
        {},
        false,
        true};
    HtmlWriter to;
    begin_page(to, head);
    write_collection(to, collection);
    GroupsWriter(page, analyzer).write(to);
    return end_page(to, head);
}

}  // namespace descry
