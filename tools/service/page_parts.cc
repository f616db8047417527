#include "tools/service/page_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include <descry/documents/stored_data.h>
#include <descry/schema/document_id.h>

#include "engine/keys/field_values.h"
#include "engine/report/aligned_texts.h"
#include "plugin/documents/fields_of.h"
#include "tools/messages/printable.h"
#include "tools/output/text.h"

namespace descry {

namespace {

constexpr std::string_view STYLE = R"(
.ask{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;margin:1rem 0}
.ask label{display:grid;max-width:100%;font-size:.875rem;color:var(--soft)}.ask label.long{flex:1 1 100%}
.ask [name=q]{width:min(24rem,80vw)}.ask :is(input,select,textarea){color:var(--text);font-size:1rem;max-width:100%}.ask input[type=number]{width:6rem}
textarea,pre{font:.875rem/1.5 ui-monospace,monospace;width:100%;background:var(--back);border:1px solid var(--line);border-radius:.3rem;padding:.5rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
.results>li{margin:.6rem 0;overflow-wrap:anywhere}.results details{max-width:46rem}
.facet{display:inline-block;vertical-align:top;margin-right:.5rem}
.decide{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center;margin:.5rem .8rem}
.members .decide,.results .decide{margin:.2rem 0}
.decide [aria-pressed=true]{border-color:var(--link);font-weight:700}
)";

// A share; slightly raised so that a percentage is not below itself.
double share_of_percent(std::string_view name, const std::string& typed, double otherwise,
                        double more) {
    if (typed.empty()) return otherwise;
    const auto number = number_of<double>(typed);
    if (!number || !(*number >= 0 && *number <= 100)) {
        throw RequestError(
            400, fmt::format("{}: \"{}\" is not a number from 0 to 100", name, printable(typed)));
    }
    return *number / 100 + more;
}

}  // namespace

RequestedGroups requested_groups(Parameters& given) {
    constexpr double LITTLE = 1e-9;
    RequestedGroups asked;
    const std::string sort = given.text("sort");
    asked.is_given = !sort.empty();
    if (asked.is_given) asked.choice.sort = sort;
    asked.choice.query = given.text("q");
    asked.choice.place = given.text("place");
    asked.from = given.text("from");
    asked.to = given.text("to");
    asked.choice.least = share_of_percent("from", asked.from, 0, -LITTLE);
    asked.choice.most = share_of_percent("to", asked.to, 1, LITTLE);
    asked.choice.is_of_farthest = true;
    return asked;
}

std::string address_of(const RequestedGroups& asked, std::size_t start, std::string_view key) {
    const bool is_list = key.empty() || asked.is_given;
    return address(key.empty() ? "/groups" : "/group",
                   {{"key", key},
                    {"sort", is_list ? asked.choice.sort : std::string()},
                    {"q", asked.choice.query},
                    {"place", asked.choice.place},
                    {"from", asked.from},
                    {"to", asked.to},
                    {"start", number_text(start)}});
}

std::string address(std::string_view path,
                    std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
    std::string out(path);
    char separator = '?';
    for (const auto& [name, value] : values) {
        if (value.empty()) continue;
        out += fmt::format("{}{}={}", std::exchange(separator, '&'), name, percent_encoded(value));
    }
    return out;
}

std::string number_text(std::size_t number) {
    return number == 0 ? std::string() : std::to_string(number);
}

void begin_served_page(HtmlWriter& to, const PageHead& head) {
    begin_page(to, head, STYLE);
}

Answer page_answer(HtmlWriter& to, const PageHead& head) {
    return {200, "text/html; charset=utf-8", end_page(to, head)};
}

Xapian::docid known_document(const OpenIndex& index, const std::string& id) {
    const Xapian::docid did = find_document(index.db, id, index.schema.id_prefix);
    if (did == 0) throw RequestError(404, fmt::format("no such document: {}", printable(id)));
    return did;
}

ReportedText shown_document(const OpenIndex& index, TextReader& texts, Xapian::docid did,
                            std::size_t most_bytes) {
    const Xapian::Document document = index.db.get_document(did);
    ReportedText shown;
    shown.id = index.id_of(did);
    const std::string text = texts.read_as_written(did);
    shown.text = beginning_of(text, 4 * most_bytes);
    shown.is_as_written = texts.source() == WordSource::TEXT;
    shown.fields = shortened(fields_of_data(document.get_data()));
    shown.title = summary_of(document);
    if (shown.text.size() < text.size()) shown.words = index.db.get_doclength(did);
    complete(shown);
    shown.link = address("/document", {{"id", shown.id}});
    return shown;
}

std::string heading_of(const ReportedText& text) {
    return one_line(text.title.empty() ? text.id : text.title, 100);
}

void write_texts(HtmlWriter& to, WordAnalyzer& analyzer, const PairView& pair) {
    write_pair(to, pair, align_texts(analyzer, pair.kept.text, pair.dropped.text, BYTES_OF_A_TEXT),
               {BYTES_OF_A_TEXT, BYTES_OF_A_TEXT});
}

void write_input(HtmlWriter& to, std::string_view label, std::string_view name,
                 std::string_view value) {
    to.begin("label");
    to.text(label);
    to.element("input", {{"name", name}, {"type", "search"}, {"value", value}});
    to.end();
}

void begin_search_form(HtmlWriter& to, std::string_view action) {
    to.begin("form", {{"class", "ask"}, {"action", action}, {"role", "search"}});
}

void end_form(HtmlWriter& to, std::string_view button) {
    to.element("button", {}, button);
    to.end();
}

void write_paging(HtmlWriter& to, std::size_t start, std::size_t rows, std::size_t all,
                  const std::function<std::string(std::size_t)>& address_of) {
    if (all <= rows && start == 0) return;
    to.begin("p", {{"class", "paging"}});
    to.text(fmt::format("{} to {} of {} ", grouped_digits(std::min(start + 1, all)),
                        grouped_digits(std::min(start + rows, all)), grouped_digits(all)));
    if (start > 0) {
        write_link(to, "previous", address_of(start > rows ? start - rows : 0));
        to.text(" ");
    }
    if (start + rows < all) write_link(to, "next", address_of(start + rows));
    to.end();
}

}  // namespace descry
