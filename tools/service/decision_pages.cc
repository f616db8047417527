#include <algorithm>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/output/text.h"
#include "tools/service/page_parts.h"
#include "tools/service/pages.h"

namespace descry {

Answer Pages::decisions(const Request& request) {
    Parameters(request).refuse_others();
    if (!service_.takes_decisions()) throw RequestError(404, "No decisions are taken here.");
    HtmlWriter to;
    const PageHead head = this->head("Decisions", "/decisions");
    begin_served_page(to, head);
    std::vector<std::pair<Decisions::Pair, Decision>> all;
    {
        const std::lock_guard lock(service_.decisions_mutex_);
        all.assign(service_.decisions_.all().begin(), service_.decisions_.all().end());
    }
    constexpr std::size_t MOST_SHOWN = 500;
    const auto drops =
        std::ranges::count(all, Decision::DROP, &std::pair<Decisions::Pair, Decision>::second);
    to.element("p", {},
               fmt::format("{}: {} to drop, {} to keep both.", counted(all.size(), "decision"),
                           grouped_digits(static_cast<std::uint64_t>(drops)),
                           grouped_digits(all.size() - static_cast<std::size_t>(drops))));
    to.begin("p");
    write_link(to, "the file", "/v1/decisions?format=tsv");
    to.text(" To apply them: ");
    const std::string command = fmt::format("{} {} --decisions {}", service_.options_.next_command,
                                            fmt::join(service_.options_.inputs, " "),
                                            as_argument(service_.options_.decisions));
    to.element("code", {}, command);
    to.text("; to drop only what was confirmed, add ");
    to.element("code", {}, "--only-confirmed");
    to.end();
    to.begin("ul", {{"class", "results"}});
    for (std::size_t i = 0; i < std::min(all.size(), MOST_SHOWN); ++i) {
        const auto& [pair, decision] = all[i];
        to.begin("li");
        to.text(decision == Decision::DROP ? "Drop " : "Keep both: ");
        write_link(to, one_line(pair.first, 120),
                   address("/pair", {{"a", pair.second}, {"b", pair.first}}));
        to.text(decision == Decision::DROP ? " for " : " and ");
        to.element("span", {{"dir", "auto"}}, one_line(pair.second, 120));
        decision_form(pair.first, pair.second, "/decisions")(to);
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
        to.begin("form", {{"class", "decide"}, {"method", "post"}});
        for (const auto& [decision, label, key] :
             {std::tuple("keep", "Keep both", "k"), std::tuple("swap", "Swap", "w"),
              std::tuple("drop", "Drop", "d"), std::tuple("undo", "Undo", "u")}) {
            to.element(
                "button",
                {{"formaction", address("/decide", {{"id", id},
                                                    {"kept", kept},
                                                    {"decision", decision},
                                                    {"back", back},
                                                    {"token", service_.options_.page_token}})},
                 {"data-key", key},
                 {"title", fmt::format("Key: {}", key)},
                 {"aria-pressed", now == decision ? "true" : "false"}},
                label);
        }
        to.element("output", {}, now.empty() ? "Not decided" : "Decided: " + now);
        to.end();
    };
}

Answer Pages::decide(const Request& request) {
    if (request.method != "POST") throw RequestError(405, "decisions are taken with POST");
    Parameters given(request);
    const std::string id = given.required("id");
    const std::string kept = given.required("kept");
    const std::string decision = given.required("decision");
    const std::string back = given.text("back", "/decisions");
    given.refuse_others();
    if (!back.starts_with('/') || back.starts_with("//") || back.starts_with("/\\") ||
        back.find_first_of("\r\n") != back.npos)
        throw RequestError(400, "back is no page of this service");
    service_.decide(request, id, kept, decision);
    return {303, "text/plain; charset=utf-8", service_.decision_of(id, kept), back};
}

}  // namespace descry
