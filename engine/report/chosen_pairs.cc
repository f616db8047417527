#include "engine/report/chosen_pairs.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <descry/hashing/hash.h>

namespace descry {

namespace {

using Places = std::vector<std::size_t>;

// The first ones by what is told of each, those of equal value in their order.
template <class Value>
Places first_by(Places places, std::size_t most, const Value& value) {
    std::ranges::stable_sort(places, std::ranges::greater(), value);
    if (places.size() > most) places.resize(most);
    return places;
}

// Of each group the member that is least like its head.
Places farthest_of_groups(std::span<const DroppedDocument> dropped, const Places& near) {
    std::unordered_map<std::uint64_t, std::size_t> farthest;
    for (const std::size_t place : near) {
        const auto [found, is_new] = farthest.try_emplace(dropped[place].kept, place);
        if (!is_new && dropped[place].distance > dropped[found->second].distance)
            found->second = place;
    }
    Places places;
    for (const auto& [head, place] : farthest)
        places.push_back(place);
    std::ranges::sort(places);
    return places;
}

}  // namespace

std::vector<ChosenPairs> choose_pairs(std::span<const DroppedDocument> dropped, std::size_t most) {
    Places all(dropped.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto first_inside = std::ranges::stable_partition(
        all, [&](std::size_t place) { return dropped[place].relation == Relation::NEAR; });
    Places inside(first_inside.begin(), first_inside.end());
    all.erase(first_inside.begin(), first_inside.end());
    const auto distance = [&](std::size_t place) { return dropped[place].distance; };
    const auto size = [&](std::size_t place) { return dropped[place].group_size; };
    const auto length = [&](std::size_t place) { return dropped[place].length; };
    const auto chance = [&](std::size_t place) {
        const std::uint64_t number = place;
        return hash64({reinterpret_cast<const char*>(&number), sizeof number});
    };
    Places drawn = first_by(all, most, chance);
    std::ranges::sort(drawn);
    std::vector<ChosenPairs> chosen = {
        {"Least similar dropped documents",
         "Look here first: these show whether the distance is right.",
         first_by(all, most, distance)},
        {"Largest groups", "From each group, the member least similar to the kept document.",
         first_by(farthest_of_groups(dropped, all), most, size)},
        {"Longest texts", "Of the dropped documents.", first_by(all, most, length)},
        {"Random sample", "Of the dropped documents, in their order.", std::move(drawn)},
    };
    if (!inside.empty())
        chosen.push_back({"Inside longer documents, or holding references",
                          "So much of the shorter document stands in the longer one, the least "
                          "first.",
                          first_by(std::move(inside), most, distance)});
    return chosen;
}

void report_pairs(std::span<const DroppedDocument> dropped,
                  const std::function<ReportedText(std::uint64_t)>& show, GroupsReport& report) {
    for (const DroppedDocument& document : dropped) {
        if (document.relation != Relation::NEAR) {
            ++report.others;
        } else {
            report.distances.push_back(document.distance);
        }
    }
    for (const ChosenPairs& chosen : choose_pairs(dropped)) {
        ReportedSection& section = report.sections.emplace_back();
        section.title = chosen.title;
        section.explanation = chosen.explanation;
        for (const std::size_t place : chosen.places) {
            const DroppedDocument& pair = dropped[place];
            ReportedText member = show(pair.document);
            ReportedText head = show(pair.kept);
            section.pairs.push_back({std::move(member.id), std::move(head.id), pair.distance,
                                     std::move(member.text), std::move(head.text), pair.group_size,
                                     differing_fields(head.fields, member.fields),
                                     member.is_as_written && head.is_as_written, pair.relation});
        }
    }
}

}  // namespace descry
