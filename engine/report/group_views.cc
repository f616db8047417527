#include "engine/report/group_views.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/hashing/coding.h"
#include "engine/report/page.h"
#include "engine/report/text_tokens.h"

namespace descry {

namespace {

constexpr std::size_t MOST_BYTES_OF_AN_ID = 240;
constexpr std::size_t MOST_BYTES_OF_A_TITLE = 80;
constexpr std::size_t MOST_BYTES_OF_A_PLACE = 60;
constexpr std::size_t MOST_FIELDS = 20;
// Equal lines around differing ones are shown; this many or more are folded.
constexpr std::size_t CONTEXT_LINES = 1;
constexpr std::size_t FEWEST_FOLDED = 3;

// The role of a document, which is a class of the style sheet; and how its own words are marked.
struct Side {
    std::string_view name;
    std::string_view what;
    std::string_view mark;
};
constexpr Side KEPT{"Kept", "kept", "ins"};
constexpr Side DROPPED{"Dropped", "dropped", "del"};
// A document and the text of a query.
constexpr Side DOCUMENT{"Document", "kept", "ins"};
constexpr Side OWN_TEXT{"Your text", "dropped", "del"};
// Where a person decides what is kept.
constexpr Side LEFT{"Left", "kept", "ins"};
constexpr Side RIGHT{"Right", "dropped", "del"};

constexpr std::string_view FINDER = R"(<div class="finder" role="search" hidden>
<label>Words<input name="words" type="search"></label>
<label>Similarity from, %<input name="from" type="number" min="0" max="100" step="any"></label>
<label>to, %<input name="to" type="number" min="0" max="100" step="any"></label>
<label>Order<select name="sort"><option value="least">least similar first</option><option value="largest">largest first</option>
<option value="longest">longest first</option><option value="newest">newest first</option>
<option value="place">by place</option><option value="random">random</option></select></label>
<output class="small"></output><span class="small">Keys: n next, p previous, o open or close</span></div>
)";

// On one line: spaces replace line ends.
std::string one_line_of(std::string_view text, std::size_t most) {
    std::string line;
    for (const char character : text) {
        const bool is_blank = character == ' ' || (character >= '\t' && character <= '\r');
        if (is_blank && (line.empty() || line.back() == ' ')) continue;
        line += is_blank ? ' ' : character;
        if (line.size() > most + 4) break;
    }
    while (!line.empty() && line.back() == ' ')
        line.pop_back();
    if (line.size() <= most) return line;
    return std::string(beginning_of(line, most)) + "…";
}

// The first line, or more if it is short.
std::string first_line_of(std::string_view text) {
    constexpr std::size_t SHORT = 16;
    const std::size_t begin = std::min(text.find_first_not_of(" \t\n\v\f\r"), text.size());
    return one_line_of(text.substr(begin, text.find('\n', begin + SHORT) - begin),
                       MOST_BYTES_OF_A_TITLE);
}

std::string value_of(const FieldValues& fields, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const auto found = std::ranges::find(fields, name, &FieldValues::value_type::first);
        if (found != fields.end() && !found->second.empty()) return found->second;
    }
    return {};
}

void write_pieces(HtmlWriter& to, const std::vector<MarkedPiece>& pieces, const Side& side) {
    for (const MarkedPiece& piece : pieces) {
        if (piece.differs) {
            to.element(side.mark, {}, piece.text);
        } else {
            to.text(piece.text);
        }
    }
}

std::size_t bytes_of(const std::vector<MarkedPiece>& pieces) {
    std::size_t bytes = 0;
    for (const MarkedPiece& piece : pieces)
        bytes += piece.text.size();
    return bytes;
}

void write_first_difference(HtmlWriter& to, const FirstDifference& first) {
    if (first.is_empty()) return;
    to.begin("span", {{"class", "first"}, {"dir", "auto"}});
    to.text(first.before + (first.before.ends_with(' ') ? "" : " "));
    if (!first.kept.empty()) to.element("ins", {}, first.kept);
    if (!first.kept.empty() && !first.dropped.empty()) to.text(" ");
    if (!first.dropped.empty()) to.element("del", {}, first.dropped);
    to.text((first.after.starts_with(' ') ? "" : " ") + first.after);
    to.end();
}

// The rows of two texts, as many as fit.
class RowWriter {
  public:
    RowWriter(HtmlWriter& to, const AlignedTexts& texts, const ViewLimits& limits)
        : to_(to), rows_(texts.rows), limits_(limits) {}

    // @return how many rows were written
    std::size_t write() {
        std::size_t at = 0;
        while (at < rows_.size() && bytes_ <= limits_.text_bytes) {
            const std::size_t end = end_of_alike(at);
            // Of equal texts, shows the beginning.
            const std::size_t first =
                at == 0 ? (end == rows_.size() ? std::min<std::size_t>(end, 8) : 0)
                        : std::min(end, at + CONTEXT_LINES);
            const std::size_t last = end == rows_.size() ? end : end - std::min(end, CONTEXT_LINES);
            if (end - at == 0) {
                write_row(rows_[at++]);
            } else if (first + FEWEST_FOLDED > last) {
                while (at < end)
                    write_row(rows_[at++]);
            } else {
                while (at < first)
                    write_row(rows_[at++]);
                fold(at, last);
                at = last;
                while (at < end)
                    write_row(rows_[at++]);
            }
        }
        return at;
    }

  private:
    std::size_t end_of_alike(std::size_t at) const {
        while (at < rows_.size() && !rows_[at].differs)
            ++at;
        return at;
    }

    void write_cell(const std::vector<MarkedPiece>& pieces, const Side& side,
                    std::string_view kind) {
        bytes_ += bytes_of(pieces);
        to_.begin("td", {{"class", kind}, {"dir", "auto"}});
        write_pieces(to_, pieces, side);
        to_.end();
    }

    // A narrow screen shows equal rows once.
    void write_row(const AlignedRow& row) {
        constexpr std::string_view NONE;
        const auto kind_of = [&](const std::vector<MarkedPiece>& pieces, const Side& side) {
            return row.differs && !pieces.empty() ? side.what : NONE;
        };
        to_.begin("tr", {{"class", row.differs ? "differs" : NONE}});
        write_cell(row.kept, KEPT, kind_of(row.kept, KEPT));
        write_cell(row.dropped, DROPPED,
                   row.kept == row.dropped ? "same-in-both" : kind_of(row.dropped, DROPPED));
        to_.end();
    }

    void fold(std::size_t begin, std::size_t end) {
        const std::string name = counted(end - begin, "unchanged line");
        std::string lines;
        for (std::size_t i = begin; i < end && lines.size() <= limits_.folded_bytes; ++i) {
            for (const MarkedPiece& piece : rows_[i].kept)
                lines += piece.text;
            lines += '\n';
        }
        to_.begin("tr");
        to_.begin("td", {{"class", "alike"}, {"colspan", "2"}});
        if (lines.size() > limits_.folded_bytes) {
            to_.text(name);
        } else {
            bytes_ += lines.size() / 2;
            to_.begin("details");
            to_.element("summary", {}, name);
            to_.element("div", {{"class", "same"}, {"dir", "auto"}}, lines);
            to_.end();
        }
        to_.end();
        to_.end();
    }

    HtmlWriter& to_;
    const std::vector<AlignedRow>& rows_;
    const ViewLimits& limits_;
    std::size_t bytes_ = 0;
};

std::pair<Side, Side> sides_of(const PairView& pair) {
    if (pair.is_own_text) return {DOCUMENT, OWN_TEXT};
    if (pair.controls) return {LEFT, RIGHT};
    return {KEPT, DROPPED};
}

void write_texts(HtmlWriter& to, const PairView& pair, const AlignedTexts& texts,
                 const ViewLimits& limits) {
    const auto [left, right] = sides_of(pair);
    to.begin("table", {{"class", pair.is_own_text ? "texts own"
                                 : pair.controls  ? "texts sides"
                                                  : "texts"}});
    to.begin("thead");
    to.begin("tr");
    for (const auto& [side, text] :
         {std::pair(&left, &pair.kept), std::pair(&right, &pair.dropped)}) {
        to.begin("th", {{"scope", "col"}, {"class", side->what}});
        to.element("b", {}, side->name);
        to.text(" ");
        if (!text->id.empty())
            write_link(to, with_middle_elided(text->id, MOST_BYTES_OF_AN_ID), text->link);
        to.end();
    }
    to.end();
    to.end();
    to.begin("tbody");
    const std::size_t written = RowWriter(to, texts, limits).write();
    to.end();
    to.end();
    const auto note = [&](const std::string& text) { to.element("p", {{"class", "small"}}, text); };
    if (!texts.is_complete) {
        note("Only the beginnings of the texts are shown.");
    } else if (written < texts.rows.size()) {
        note(fmt::format("{} not shown here", counted(texts.rows.size() - written, "more line")));
    }
    if (texts.likeness == TextLikeness::EQUAL)
        note(pair.kept.is_as_written && pair.dropped.is_as_written
                 ? "Equal but for white space, case and compatibility forms."
                 : "The same words; the texts are not stored.");
}

// A row each: its name, the value of the kept document, that of the dropped one.
void write_fields(HtmlWriter& to, const PairView& pair,
                  const std::vector<FieldDifference>& fields) {
    if (fields.empty()) return;
    const auto [left, right] = sides_of(pair);
    const std::string_view columns[] = {"Field", left.name, right.name};
    begin_table(to, "fields", "Other fields", columns);
    for (const FieldDifference& field : fields | std::views::take(MOST_FIELDS)) {
        to.begin("tr");
        to.element("th", {{"scope", "row"}, {"dir", "auto"}},
                   with_middle_elided(field.name, MOST_BYTES_OF_AN_ID));
        for (const auto& [side, value] : {std::pair(KEPT, &field.a), {DROPPED, &field.b}}) {
            to.begin("td", {{"dir", "auto"}});
            if (*value) to.element(side.mark, {}, with_middle_elided(**value, MOST_BYTES_OF_AN_ID));
            to.end();
        }
        to.end();
    }
    end_table(to);
    if (fields.size() > MOST_FIELDS)
        to.element("p", {{"class", "small"}},
                   "and " + counted(fields.size() - MOST_FIELDS, "more field"));
}

// "95.2 % inside".
std::string likeness_of(DistanceMillionths distance, Relation relation) {
    if (relation == Relation::NEAR) return similarity_of(distance);
    return fmt::format("{} {}", similarity_of(distance), name_of(relation));
}

std::string title_of_text(const ReportedText& text) {
    return one_line_of(text.title.empty() ? text.id : text.title, MOST_BYTES_OF_A_TITLE);
}

void write_title(HtmlWriter& to, const std::string& title) {
    to.element("span", {{"class", "title"}, {"dir", "auto"}}, title);
}

}  // namespace

void complete(ReportedText& text) {
    const auto fill = [&](std::string& value, std::initializer_list<std::string_view> names) {
        if (value.empty()) value = value_of(text.fields, names);
    };
    fill(text.title, {"title", "subject", "headline", "name"});
    fill(text.date, {"date", "published", "created", "timestamp", "year"});
    fill(text.place, {"folder", "source", "site", "newsgroup"});
    // A field of this name may hold anything.
    const std::string address = value_of(text.fields, {"url", "link"});
    if (text.link.empty() && address.find("://") != std::string::npos && is_safe_link(address))
        text.link = address;
    if (text.title.empty()) text.title = first_line_of(text.text);
    if (text.place.empty()) {
        const std::size_t slash = text.id.find_last_of('/');
        if (slash != std::string::npos) text.place = text.id.substr(0, slash);
    }
    if (text.words == 0) text.words = count_tokens(text.text);
}

std::string similarity_of(DistanceMillionths distance) {
    return fmt::format("{:.1f}\u00a0%", percent_alike(distance));
}

void write_pair(HtmlWriter& to, const PairView& pair, const AlignedTexts& texts,
                const ViewLimits& limits) {
    std::vector<FieldDifference> fields;
    if (!pair.is_own_text) fields = differing_fields(pair.kept.fields, pair.dropped.fields);
    const bool same_words =
        pair.relation == Relation::NEAR && texts.likeness == TextLikeness::SAME_WORDS;
    to.begin("details", {{"class", "pair"},
                         {"id", pair.anchor},
                         {"open", pair.is_open ? "open" : std::string_view()}});
    to.begin("summary");
    to.element(
        "b", {},
        likeness_of(same_words ? std::max(pair.distance, 1U) : pair.distance, pair.relation));
    to.text(same_words ? " same words: " : " ");
    const std::string title = title_of_text(pair.kept);
    const std::string other = title_of_text(pair.dropped);
    write_title(to, title);
    if (other != title && !pair.is_own_text) {
        to.text(" / ");
        write_title(to, other);
    }
    if (!fields.empty() && (texts.first.is_empty() || are_of_attachments(fields)))
        to.text(
            fmt::format(" (other {})", one_line_of(fields.front().name, MOST_BYTES_OF_A_PLACE)));
    write_first_difference(to, texts.first);
    to.end();
    if (pair.controls) pair.controls(to);
    write_texts(to, pair, texts, limits);
    write_fields(to, pair, fields);
    to.end();
}

void write_members(HtmlWriter& to, std::span<const MemberView> members) {
    const bool has_controls = std::ranges::any_of(
        members, [](const MemberView& member) { return bool(member.controls); });
    const bool has_date = std::ranges::any_of(
        members, [](const MemberView& member) { return !member.text.date.empty(); });
    // The directory of a path is in the id.
    const bool has_place = std::ranges::any_of(members, [](const MemberView& member) {
        return !member.text.id.starts_with(member.text.place);
    });
    const std::string_view columns[] = {"Similarity",
                                        "Document",
                                        "Words",
                                        has_date ? "Date" : "",
                                        has_place ? "Place" : "",
                                        has_controls ? "Decision" : ""};
    begin_table(to, "members", "Documents of the group", columns);
    for (const MemberView& member : members) {
        to.begin("tr");
        to.begin("td");
        if (member.is_kept) {
            to.element("b", {{"class", "kept"}}, "Kept");
        } else if (member.anchor.empty()) {
            to.text(likeness_of(member.distance, member.relation));
        } else {
            to.element("a", {{"href", "#" + member.anchor}},
                       likeness_of(member.distance, member.relation));
        }
        to.end();
        to.begin("td");
        write_link(to, with_middle_elided(member.text.id, MOST_BYTES_OF_AN_ID), member.text.link);
        to.end();
        to.element("td", {}, grouped_digits(member.text.words));
        if (has_date) to.element("td", {}, one_line_of(member.text.date, MOST_BYTES_OF_A_PLACE));
        if (has_place)
            to.element("td", {{"dir", "auto"}},
                       with_middle_elided(member.text.place, MOST_BYTES_OF_A_PLACE));
        if (has_controls) {
            to.begin("td");
            if (member.controls) member.controls(to);
            to.end();
        }
        to.end();
    }
    end_table(to);
}

void begin_groups(HtmlWriter& to, bool has_finder) {
    if (has_finder) to.markup(FINDER);
    to.begin("div", {{"class", "groups"}});
}

void begin_group(HtmlWriter& to, const GroupView& group, std::string_view anchor,
                 GroupDisplay look) {
    const bool is_row = look == GroupDisplay::ROW;
    to.begin(is_row ? "div" : "details",
             {{"class", "group"},
              {"id", anchor},
              {"open", look == GroupDisplay::OPEN ? "open" : std::string_view()},
              {"data-far", std::to_string(group.farthest)},
              {"data-size", std::to_string(group.documents)},
              {"data-words", std::to_string(group.words)},
              {"data-date", beginning_of(group.date, MOST_BYTES_OF_A_PLACE)},
              {"data-place", beginning_of(group.place, MOST_BYTES_OF_A_PLACE)}});
    if (!is_row) to.begin("summary");
    to.element("b", {}, similarity_of(group.farthest));
    to.text(" ");
    const std::string title =
        one_line_of(group.title.empty() ? group.id : group.title, MOST_BYTES_OF_A_TITLE);
    if (group.link.empty()) {
        write_title(to, title);
    } else {
        write_link(to, title, group.link);
    }
    to.begin("span", {{"class", "facts"}});
    to.text(" ");
    for (const std::string& fact : {counted(group.documents, "document"), group.note,
                                    one_line_of(group.date, MOST_BYTES_OF_A_PLACE),
                                    group.id.starts_with(group.place)
                                        ? std::string()
                                        : with_middle_elided(group.place, MOST_BYTES_OF_A_PLACE),
                                    with_middle_elided(group.id, MOST_BYTES_OF_A_PLACE)})
        if (!fact.empty()) to.element("span", {{"dir", "auto"}}, fact);
    to.end();
    write_first_difference(to, group.first);
    if (!is_row) to.end();
}

}  // namespace descry
