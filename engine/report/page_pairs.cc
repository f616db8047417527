#include "engine/report/page_pairs.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include <fmt/format.h>

#include "engine/report/page.h"

namespace descry {

namespace {

// An id stands in what is folded, and above its text.
constexpr std::size_t MOST_BYTES_OF_AN_ID_FOLDED = 80;
constexpr std::size_t MOST_BYTES_OF_AN_ID = 240;

// Cut at a character.
std::string_view beginning_of(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    std::size_t size = most;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80)
        --size;
    return text.substr(0, size);
}

// The beginnings of long texts, unless these differ further on alone.
MarkedTexts marked_texts(const ReportedPair& pair, WordAnalyzer& analyzer) {
    constexpr std::size_t MOST = PagePairs::MOST_BYTES_OF_A_TEXT;
    if (std::max(pair.text.size(), pair.head_text.size()) > MOST) {
        MarkedTexts marked = mark_differences(analyzer, beginning_of(pair.head_text, MOST),
                                              beginning_of(pair.text, MOST));
        if (marked.likeness == TextLikeness::OTHER_WORDS && marked.places > 0) return marked;
    }
    return mark_differences(analyzer, pair.head_text, pair.text);
}

std::size_t bytes_of(const std::vector<MarkedPiece>& pieces) {
    std::size_t bytes = 0;
    for (const MarkedPiece& piece : pieces)
        bytes += piece.text.size();
    return bytes;
}

// What becomes of a document, which is a class of the style sheet, too; and how its own words are
// marked.
struct Side {
    const char* what;
    const char* mark;
};
constexpr Side KEPT{"kept", "ins"};
constexpr Side DROPPED{"dropped", "del"};

void write_text(HtmlWriter& to, const std::string& id, const std::string& anchor, const Side& side,
                const std::vector<MarkedPiece>& pieces, std::size_t most) {
    to.begin("div", {{"class", side.what}});
    to.begin("h3", {{"id", anchor}});
    to.element("a", {{"href", "#" + anchor}, {"dir", "auto"}},
               with_middle_left_out(id, MOST_BYTES_OF_AN_ID));
    to.text(" ");
    to.element("b", {}, side.what);
    to.end();
    to.begin("p", {{"class", "text"}, {"dir", "auto"}});
    for (const MarkedPiece& piece : pieces) {
        const std::string_view shown = beginning_of(piece.text, most);
        if (piece.differs) {
            to.element(side.mark, {}, shown);
        } else {
            to.text(shown);
        }
        most -= shown.size();
        if (shown.size() == piece.text.size()) continue;
        to.text(" …");
        break;
    }
    to.end();
    to.end();
}

void write_summary(HtmlWriter& to, const ReportedPair& pair, TextLikeness likeness) {
    to.begin("summary");
    const bool differs = pair.relation == Relation::NEAR && likeness == TextLikeness::SAME_WORDS;
    to.element("b", {}, similarity_of(differs ? std::max(pair.distance, 1U) : pair.distance));
    to.text(pair.relation != Relation::NEAR ? fmt::format(" {}: ", name_of(pair.relation))
            : differs                       ? " same words: "
                                            : " ");
    to.element("span", {{"dir", "auto"}},
               with_middle_left_out(pair.head, MOST_BYTES_OF_AN_ID_FOLDED));
    to.text(" kept, ");
    to.element("span", {{"dir", "auto"}},
               with_middle_left_out(pair.id, MOST_BYTES_OF_AN_ID_FOLDED));
    to.text(" dropped");
    if (pair.size > 2) to.text(fmt::format(" (group of {} documents)", grouped_digits(pair.size)));
    to.end();
}

// A row each: its name, the value of the kept document, that of the dropped one.
void write_fields(HtmlWriter& to, const std::vector<FieldDifference>& fields, std::size_t most) {
    if (fields.empty()) return;
    constexpr std::size_t MOST_FIELDS = 20;
    most = std::min(most, MOST_BYTES_OF_AN_ID);
    to.begin("table", {{"class", "fields"}});
    for (const FieldDifference& field : fields | std::views::take(MOST_FIELDS)) {
        to.begin("tr");
        to.element("th", {{"scope", "row"}, {"dir", "auto"}},
                   with_middle_left_out(field.name, most));
        for (const auto& [mark, value] :
             {std::pair(KEPT.mark, &field.a), {DROPPED.mark, &field.b}}) {
            to.begin("td", {{"dir", "auto"}});
            to.element(mark, {}, with_middle_left_out(value->value_or(""), most));
            to.end();
        }
        to.end();
    }
    to.end();
}

void write_note(HtmlWriter& to, const std::string& note) {
    to.element("p", {{"class", "small"}}, note);
}

// What of the texts is not shown.
void write_notes(HtmlWriter& to, const ReportedPair& pair, const MarkedTexts& marked,
                 std::size_t most) {
    const std::size_t longer = std::max(pair.text.size(), pair.head_text.size());
    if (longer > PagePairs::MOST_BYTES_OF_A_TEXT ||
        std::max(bytes_of(marked.a), bytes_of(marked.b)) > most) {
        write_note(to, fmt::format("at most {} bytes of up to {}", grouped_digits(most),
                                   grouped_digits(longer)));
    }
    if (!marked.is_complete)
        write_note(to, fmt::format("the first {} words of each were compared",
                                   grouped_digits(MAX_MARKED_TOKENS)));
    if (marked.places > MAX_MARKED_PLACES)
        write_note(to,
                   fmt::format("and {}", counted(marked.places - MAX_MARKED_PLACES, "more place")));
    if (marked.likeness == TextLikeness::EQUAL)
        write_note(to, pair.is_as_written
                           ? "equal but for white space, case and compatibility forms"
                           : "the same words; the texts are not stored");
}

void write_pair(HtmlWriter& to, const ReportedPair& pair, const MarkedTexts& marked,
                const std::string& anchor, std::size_t most) {
    to.begin("details");
    write_summary(to, pair, marked.likeness);
    to.begin("div", {{"class", "pair"}});
    // Not on the summary, which is a control itself. A browser that follows a link into a folded
    // element opens it.
    write_text(to, pair.head, anchor + "-head", KEPT, marked.a, most);
    write_text(to, pair.id, anchor, DROPPED, marked.b, most);
    to.end();
    write_fields(to, pair.fields, most);
    write_notes(to, pair, marked, most);
    to.end();
}

}  // namespace

constexpr std::string_view PagePairs::STYLE = R"(
details{border:1px solid var(--line);border-radius:.4rem;background:var(--card);margin:.5rem 0}
summary{padding:.5rem .8rem;cursor:pointer;overflow-wrap:anywhere}
summary b{font-variant-numeric:tabular-nums}
details>.small{padding:0 .8rem}
.pair{display:grid;gap:1rem;padding:0 .8rem .8rem}
@media(min-width:48rem){.pair{grid-template-columns:1fr 1fr}}
.pair>div{border-top:.25rem solid;min-width:0}.pair>.kept{border-color:var(--stay)}.pair>.dropped{border-color:var(--go)}
.kept b{color:var(--stay)}.dropped b{color:var(--go)}
.pair h3{font-size:.9rem;font-weight:400;margin:.3rem 0;overflow-wrap:anywhere}
.fields{margin:0 .8rem .8rem;overflow-wrap:anywhere}.fields th,.fields td{text-align:start;vertical-align:top}
.text{white-space:pre-wrap;overflow-wrap:anywhere;font:.875rem/1.5 ui-monospace,monospace;margin:0}
del{background:var(--del);text-decoration-thickness:1px}ins{background:var(--ins);text-decoration:none;font-weight:600}
@media print{details::details-content{content-visibility:visible}details{break-inside:avoid}}
)";

std::string similarity_of(DistanceMillionths distance) {
    return fmt::format("{:.1f} %", percent_alike(distance));
}

PagePairs::PagePairs(const std::vector<ReportedSection>& sections, WordAnalyzer& analyzer)
    : sections_(sections) {
    for (const ReportedSection& section : sections)
        for (const ReportedPair& pair : section.pairs)
            marked_.push_back(marked_texts(pair, analyzer));
}

void PagePairs::write(HtmlWriter& to, std::size_t most) const {
    std::size_t number = 0;
    for (const ReportedSection& section : sections_) {
        if (section.pairs.empty()) continue;
        to.element("h2", {}, section.title);
        to.element("p", {}, section.explanation);
        for (const ReportedPair& pair : section.pairs) {
            write_pair(to, pair, marked_[number], fmt::format("pair-{}", number + 1), most);
            ++number;
        }
    }
}

}  // namespace descry
