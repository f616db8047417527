#include <algorithm>
#include <mutex>
#include <ranges>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/output/text.h"
#include "tools/service/page_parts.h"
#include "tools/service/pages.h"

namespace descry {

namespace {

constexpr const char* NOT_DECIDED = "Not decided";

}  // namespace

Answer Pages::decisions(const Request& request) {
    Parameters(request).reject_others();
    if (!service_.takes_decisions())
        throw RequestError(404, "This service does not take decisions.");
    HtmlWriter to;
    const PageHead head = this->head("Decisions", "/decisions");
    begin_served_page(to, head);
    std::vector<std::pair<Decisions::Pair, Decision>> all;
    {
        const std::lock_guard lock(service_.decisions_mutex_);
        const auto& known = service_.all_decisions().all();
        all.assign(known.begin(), known.end());
    }
    if (all.empty()) {
        to.element("p", {},
                   "Nothing is decided yet. Open a group under Groups; each pair has buttons.");
        return page_answer(to, head);
    }
    constexpr std::size_t MOST_SHOWN = 500;
    const auto drops = static_cast<std::size_t>(
        std::ranges::count(all, Decision::DROP, &std::pair<Decisions::Pair, Decision>::second));
    to.element("p", {},
               fmt::format("{} dropped, {} keep both.", grouped_digits(drops),
                           grouped_digits(all.size() - drops)));
    to.begin("p");
    to.text("Download ");
    to.element("a", {{"href", "/v1/decisions?format=tsv"}, {"download", "decisions.tsv"}},
               "decisions.tsv");
    const bool are_files = service_.options_.next_command == "descry uniq";
    to.text(are_files ? ". To write the kept documents: " : ". To delete the dropped documents: ");
    to.element("code", {},
               fmt::format("{} {} --decisions {}{}", service_.options_.next_command,
                           fmt::join(service_.options_.inputs, " "),
                           as_argument(service_.options_.decisions),
                           are_files ? " > kept.jsonl" : " --delete"));
    to.text(". That also drops pairs that nobody decided; add ");
    to.element("code", {}, "--only-confirmed");
    to.text(" to keep those.");
    to.end();
    to.begin("ul", {{"class", "results"}});
    for (const auto& [pair, decision] : all | std::views::take(MOST_SHOWN)) {
        const auto& [id, kept] = pair;
        to.begin("li");
        write_link(to, fmt::format("{} and {}", one_line(kept, 120), one_line(id, 120)),
                   address("/pair", {{"a", kept}, {"b", id}}));
        decision_form(id, kept, "/decisions")(to);
        to.end();
    }
    to.end();
    if (all.size() > MOST_SHOWN)
        to.element("p", {}, counted(all.size() - MOST_SHOWN, "more decision") + " in the file.");
    return page_answer(to, head);
}

ViewHook Pages::decision_form(const std::string& id, const std::string& kept,
                              const std::string& back) const {
    if (!service_.takes_decisions()) return {};
    return [this, id, kept, back](HtmlWriter& to) {
        const std::string now = service_.decision_of(id, kept);
        // The script and a reloaded page use the same words.
        const auto kept_one = [](const std::string& one, const std::string& other) {
            return fmt::format("Kept: {}; dropped: {}", one_line(one, 120), one_line(other, 120));
        };
        std::string says = NOT_DECIDED;
        to.begin("form", {{"class", "decide"}, {"method", "post"}});
        for (const auto& [decision, label, key, told] :
             {std::tuple("keep", "Keep both", "k", std::string("Kept: both")),
              std::tuple("drop", "Keep left only", "d", kept_one(kept, id)),
              std::tuple("swap", "Keep right only", "w", kept_one(id, kept)),
              std::tuple("undo", "Undo", "u", std::string(NOT_DECIDED))}) {
            if (now == decision) says = told;
            to.element(
                "button",
                {{"formaction", address("/decide", {{"id", id},
                                                    {"kept", kept},
                                                    {"decision", decision},
                                                    {"back", back},
                                                    {"token", service_.options_.page_token}})},
                 {"data-key", key},
                 {"data-says", told},
                 {"title", fmt::format("Key: {}", key)},
                 {"aria-pressed", now == decision ? "true" : "false"}},
                label);
        }
        to.element("output", {{"dir", "auto"}}, says);
        to.end();
    };
}

std::size_t Pages::decided_of(const OpenIndex& index, const KeyedGroup& group) const {
    if (!service_.takes_decisions()) return 0;
    const std::lock_guard lock(service_.decisions_mutex_);
    const Decisions& all = service_.all_decisions();
    if (all.size() == 0) return 0;
    const std::string head = index.id_of(group.head().document);
    return static_cast<std::size_t>(
        std::ranges::count_if(group.others(), [&](const GroupMember& member) {
            return all.of(index.id_of(member.document), head).has_value();
        }));
}

void Pages::write_keys(HtmlWriter& to) const {
    if (service_.takes_decisions())
        to.element("p", {}, "The document on the left is kept unless you decide otherwise.");
    to.element("p", {{"class", "small keys"}, {"hidden", ""}},
               service_.takes_decisions()
                   ? "Keys: n next, p previous, k keep both, d keep left only, w keep right only, "
                     "u undo"
                   : "Keys: n next, p previous, o open or close");
}

Answer Pages::decide(const Request& request) {
    require(request, "POST");
    Parameters given(request);
    const std::string id = given.required("id");
    const std::string kept = given.required("kept");
    const std::string decision = given.required("decision");
    const std::string back = given.text("back", "/decisions");
    given.reject_others();
    if (!back.starts_with('/') || back.starts_with("//") || back.starts_with("/\\") ||
        !std::ranges::all_of(back, [](char c) { return c > ' ' && c < '\x7f'; }))
        throw RequestError(400, "back is not a page of this service");
    service_.decide(request, id, kept, decision);
    return {303, "text/plain; charset=utf-8", service_.decision_of(id, kept), back};
}

}  // namespace descry
