/** @file group_choice.h
 *  @brief Selects and sorts groups of an index for listing.
 */
#ifndef DESCRY_TOOLS_SERVICE_GROUP_CHOICE_H
#define DESCRY_TOOLS_SERVICE_GROUP_CHOICE_H

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/collection_groups.h>
#include <descry/distance/bag_distance.h>

#include "tools/service/shared_index.h"

namespace descry {

struct GroupChoice {
    /// One of GROUP_SORTS; or BY_FIELD and a stored field, with " desc" for descending order.
    std::string sort = "least-alike";
    /// Groups with a member matching this query; empty: all.
    std::string query;
    /// Groups with a member whose id has this prefix, such as a directory or site.
    std::string place;
    /// Groups with a member whose similarity to the head is in this range.
    double least = 0;
    double most = 1;
    /// Only the similarity of the least similar member counts.
    bool is_of_farthest = false;
};

/// By the least similar member, ascending or descending, the number of members, the newest head,
/// the head's place (id), or in index order.
inline constexpr const char* GROUP_SORTS[] = {"least-alike", "most-alike", "size",
                                              "newest",      "place",      "docid"};
/// By a field of the heads: numbers before texts, missing values last.
inline constexpr std::string_view BY_FIELD = "field:";

/// Fields by which groups can be sorted: those of the index, and those stored by the first heads.
std::set<std::string> fields_to_sort_by(const SharedIndex::Reader& reader);

/// The field by whose dates groups are sorted; null if no field has dates.
const ValueField* date_field(const Schema& schema);

DistanceMillionths farthest_of(const KeyedGroup& group);

/// The selected groups, sorted. Cost: a look at each group, a sort, and all matches of the query;
/// heads' ids to sort by place, their stored data to sort by a field.
/// @throws RequestError no such order; no field has dates; no head has the field
std::vector<const KeyedGroup*> chosen_groups(const SharedIndex::Reader& reader,
                                             const GroupChoice& choice);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_GROUP_CHOICE_H
