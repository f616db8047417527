#include "tools/service/group_choice.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <ranges>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <descry/query/query.h>
#include <descry/texts/text_order.h>

#include "engine/hashing/order_key.h"
#include "engine/keys/field_values.h"
#include "plugin/documents/fields_of.h"
#include "tools/output/text.h"
#include "tools/service/request.h"

namespace descry {

namespace {

using Groups = std::vector<const KeyedGroup*>;

constexpr std::string_view DESCENDING = " desc";

// By docid, whether a query matches it.
std::vector<bool> found_by(const OpenIndex& index, const std::string& query) {
    std::vector<bool> found(index.db.get_lastdocid() + std::size_t{1});
    Xapian::Enquire enquire(index.db);
    enquire.set_query(parse_query(index.db, index.schema, query).query);
    enquire.set_weighting_scheme(Xapian::BoolWeight());
    enquire.set_docid_order(Xapian::Enquire::DONT_CARE);
    const Xapian::MSet all = enquire.get_mset(0, index.db.get_doccount());
    for (auto match = all.begin(); match != all.end(); ++match)
        found[*match] = true;
    return found;
}

void sort_by_place(const OpenIndex& index, Groups& groups) {
    std::vector<std::pair<std::string, const KeyedGroup*>> ids;
    for (const KeyedGroup* group : groups)
        ids.emplace_back(index.id_of(group->head().document), group);
    std::ranges::stable_sort(ids, {}, [](const auto& entry) { return entry.first; });
    std::ranges::transform(ids, groups.begin(), [](const auto& entry) { return entry.second; });
}

Xapian::Document head_of(const OpenIndex& index, const KeyedGroup& group) {
    const auto did = static_cast<Xapian::docid>(group.head().document);
    return index.db.get_document(did, Xapian::DOC_ASSUME_VALID);
}

// The sort key of a value slot, whose bytes sort like its values; missing values come last.
std::string slot_key(const std::string& value, bool is_greatest_first) {
    OrderKey key;
    key.add(value);
    if (is_greatest_first) key.reverse();
    return OrderKey().add(std::uint64_t{value.empty()}, 1).append(key).bytes();
}

void sort_by_field(const OpenIndex& index, std::string name, Groups& groups) {
    const bool is_descending = name.ends_with(DESCENDING);
    if (is_descending) name.resize(name.size() - DESCENDING.size());
    const ValueField* const field = index.schema.fields.value_field(name);
    std::vector<std::pair<std::string, const KeyedGroup*>> keyed;
    std::set<std::string> names;
    for (const KeyedGroup* group : groups) {
        const Xapian::Document head = head_of(index, *group);
        if (field != nullptr) {
            keyed.emplace_back(slot_key(head.get_value(field->slot), is_descending), group);
            continue;
        }
        std::optional<std::string> named;
        for (auto& [stored, value] : fields_of_data(head.get_data())) {
            if (stored == name) named = std::move(value);
            names.insert(std::move(stored));
        }
        keyed.emplace_back(TextOrder::key_of_value(named, is_descending), group);
    }
    if (field == nullptr && !groups.empty() && !names.contains(name))
        throw RequestError(400, "sort: " + no_such_field(name, names));
    std::ranges::stable_sort(keyed, {},
                             [](const auto& entry) -> const std::string& { return entry.first; });
    std::ranges::transform(keyed, groups.begin(), [](const auto& entry) { return entry.second; });
}

void sort_groups(const OpenIndex& index, const std::string& sort, Groups& groups) {
    if (sort == "least-alike") {
        std::ranges::stable_sort(groups, std::ranges::greater(),
                                 [](const KeyedGroup* group) { return farthest_of(*group); });
    } else if (sort == "most-alike") {
        std::ranges::stable_sort(groups, {},
                                 [](const KeyedGroup* group) { return farthest_of(*group); });
    } else if (sort == "size") {
        std::ranges::stable_sort(groups, std::ranges::greater(),
                                 [](const KeyedGroup* group) { return group->members.size(); });
    } else if (sort == "newest") {
        const ValueField* const date = date_field(index.schema);
        if (date == nullptr) {
            throw RequestError(
                400, "sort: newest needs a field of dates (descry index --value NAME:date)");
        }
        sort_by_field(index, std::string(date->name).append(DESCENDING), groups);
    } else if (sort == "place") {
        sort_by_place(index, groups);
    } else if (sort.starts_with(BY_FIELD)) {
        sort_by_field(index, sort.substr(BY_FIELD.size()), groups);
    } else if (sort != "docid") {
        throw RequestError(
            400, fmt::format("sort: \"{}\" is not an order of groups; use {} or {}NAME", sort,
                             fmt::join(GROUP_SORTS, ", "), BY_FIELD));
    }
}

}  // namespace

const ValueField* date_field(const Schema& schema) {
    const auto found = std::ranges::find(schema.fields.values, ValueType::DATE, &ValueField::type);
    return found == schema.fields.values.end() ? nullptr : &*found;
}

std::set<std::string> fields_to_sort_by(const SharedIndex::Reader& reader) {
    constexpr std::size_t MOST_HEADS = 20;
    std::set<std::string> names;
    for (const ValueField& field : reader.index.schema.fields.values)
        names.insert(field.name);
    for (const KeyedGroup& group :
         reader.state->groups(reader.index) | std::views::take(MOST_HEADS))
        for (auto& [name, value] : fields_of_data(head_of(reader.index, group).get_data()))
            names.insert(std::move(name));
    return names;
}

DistanceMillionths farthest_of(const KeyedGroup& group) {
    return std::ranges::max(group.members, {}, &GroupMember::distance).distance;
}

std::vector<const KeyedGroup*> chosen_groups(const SharedIndex::Reader& reader,
                                             const GroupChoice& choice) {
    const OpenIndex& index = reader.index;
    std::vector<bool> found;
    if (!choice.query.empty()) found = found_by(index, choice.query);
    const auto is_alike = [&](DistanceMillionths distance) {
        const double alike = 1 - share_of(distance);
        return alike >= choice.least && alike <= choice.most;
    };
    const auto is_wanted = [&](const GroupMember& member) {
        return (found.empty() || found[member.document]) &&
               (choice.is_of_farthest || is_alike(member.distance)) &&
               (choice.place.empty() || index.id_of(member.document).starts_with(choice.place));
    };
    const bool takes_all =
        found.empty() && choice.place.empty() && choice.least <= 0 && choice.most >= 1;
    Groups groups;
    for (const KeyedGroup& group : reader.state->groups(index)) {
        if (choice.is_of_farthest && !is_alike(farthest_of(group))) continue;
        // A head equals itself, so similarities are those of the other members.
        const bool counts_head = choice.is_of_farthest || (choice.least <= 0 && choice.most >= 1);
        if (takes_all || std::ranges::any_of(group.others(), is_wanted) ||
            (counts_head && is_wanted(group.head())))
            groups.push_back(&group);
    }
    sort_groups(index, choice.sort, groups);
    return groups;
}

}  // namespace descry
