#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include <descry/collapse/search_parameters.h>

#include "plugin/collapse/search_request.h"

namespace descry {

namespace {

constexpr std::string_view SPACES = " \t\r\n";

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(SPACES);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(SPACES) - begin + 1);
}

[[noreturn]] void reject(std::string_view parameter, std::string_view what,
                         std::string_view allowed) {
    throw Xapian::InvalidArgumentError(fmt::format("{}: {}; use {}", parameter, what, allowed));
}

std::optional<ValueType> type_of(std::string_view name) {
    if (name == "string") return ValueType::STRING;
    if (name == "number") return ValueType::NUMBER;
    if (name == "date") return ValueType::DATE;
    return std::nullopt;
}

// "NAME" or "NAME:TYPE".
TypedSlot typed_slot(std::string_view name, const SlotResolver& slots) {
    const std::size_t colon = name.rfind(':');
    const auto type =
        colon == std::string_view::npos ? std::nullopt : type_of(name.substr(colon + 1));
    if (!type) return slots(name);
    return {slots(name.substr(0, colon)).slot, *type, true};
}

// "KEY asc" or "KEY desc".
SortKey parse_key(std::string_view parameter, std::string_view text, const SlotResolver& slots) {
    constexpr std::string_view KEYS =
        "\"KEY asc\" or \"KEY desc\", KEY being score, docid or a slot";
    const std::size_t space = text.find_last_of(SPACES);
    const std::string_view direction =
        space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    const std::string_view name = trimmed(text.substr(0, text.size() - direction.size()));
    if ((direction != "asc" && direction != "desc") || name.empty())
        reject(parameter, fmt::format("\"{}\" has no direction", text), KEYS);
    const bool ascending = direction == "asc";
    if (name == "score") return SortKey::score(ascending);
    if (name == "docid") return SortKey::docid(ascending);
    const TypedSlot slot = typed_slot(name, slots);
    return SortKey::value(slot.slot, slot.type, ascending);
}

HeadRule parse_extreme(std::string_view parameter, bool is_min, std::string_view name,
                       const SlotResolver& slots) {
    if (name.empty()) {
        reject(parameter, is_min ? "min without a slot" : "max without a slot",
               is_min ? "min:S" : "max:S");
    }
    const TypedSlot slot = typed_slot(name, slots);
    if (slot.is_known && slot.type != ValueType::NUMBER) {
        reject(parameter, fmt::format("the values of \"{}\" are not numbers", name),
               "min and max with a slot of numbers, or sort:\"S asc\"");
    }
    return is_min ? HeadRule::min(slot.slot) : HeadRule::max(slot.slot);
}

}  // namespace

SortOrder parse_sort(std::string_view parameter, std::string_view text, const SlotResolver& slots) {
    SortOrder order;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        order.push_back(parse_key(parameter, trimmed(text.substr(begin, end - begin)), slots));
        begin = end + 1;
    }
    return order;
}

HeadRule parse_head(std::string_view parameter, std::string_view text, const SlotResolver& slots) {
    if (text == "score") return HeadRule::score();
    if (text.starts_with("min:")) return parse_extreme(parameter, true, text.substr(4), slots);
    if (text.starts_with("max:")) return parse_extreme(parameter, false, text.substr(4), slots);
    if (text.starts_with("sort:"))
        return HeadRule::sort(parse_sort(parameter, text.substr(5), slots));
    reject(parameter, fmt::format("\"{}\" is not a rule for heads", text),
           "score, min:S, max:S or sort:\"S asc,S desc\"");
}

NullPolicy parse_null_policy(std::string_view parameter, std::string_view text) {
    if (text == "ignore") return NullPolicy::IGNORE;
    if (text == "expand") return NullPolicy::EXPAND;
    if (text == "collapse") return NullPolicy::COLLAPSE;
    reject(parameter, fmt::format("\"{}\" is not a null policy", text),
           "ignore, expand or collapse");
}

FacetOver parse_facet_over(std::string_view parameter, std::string_view text) {
    if (text == "heads") return FacetOver::HEADS;
    if (text == "matches") return FacetOver::MATCHES;
    if (text == "groups") return FacetOver::GROUPS;
    reject(parameter, fmt::format("\"{}\" cannot be counted", text), "heads, matches or groups");
}

Xapian::Query filtered(Xapian::Query query, const std::vector<Xapian::Query>& filters) {
    for (const Xapian::Query& filter : filters)
        query = Xapian::Query(Xapian::Query::OP_FILTER, query, filter);
    return query;
}

std::span<const Collapse> SearchRequest::active_collapses() const {
    const std::span<const Collapse> all = collapses;
    return all.empty() || all.front().slot != Xapian::BAD_VALUENO ? all : all.subspan(1);
}

void SearchRequest::add_collapse(const Collapse& collapse) {
    if (collapses.empty() || collapse.slot != Xapian::BAD_VALUENO) collapses.push_back(collapse);
}

Collapse& SearchRequest::first_collapse() {
    if (collapses.empty()) collapses.emplace_back();
    return collapses.front();
}

bool SearchRequest::heads_need_score() const {
    const std::span<const Collapse> steps = active_collapses();
    return std::any_of(steps.begin(), steps.end(),
                       [](const Collapse& step) { return needs_score(step.head.order); });
}

}  // namespace descry
