/** @file group_choice.h
 *  @brief Which groups of an index are listed, and in what order.
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
    /// One of GROUP_SORTS; or BY_FIELD and the name of a stored field, with " desc" behind it for
    /// the greatest first.
    std::string sort = "least-alike";
    /// Groups with a member that this query finds; empty: all.
    std::string query;
    /// Groups with a member of an id that begins so: of a folder, of a site.
    std::string place;
    /// Groups with a member whose similarity to the head is from this to that.
    double least = 0;
    double most = 1;
    /// Only the similarity of the least alike member counts.
    bool is_of_farthest = false;
};

/// By the least alike member, from either end, the number of members, the newest head, the place
/// (id) of the head, or in the order of the index.
inline constexpr const char* GROUP_SORTS[] = {"least-alike", "most-alike", "size",
                                              "newest",      "place",      "docid"};
/// By what heads have in a field: numbers before texts, heads without a value last.
inline constexpr std::string_view BY_FIELD = "field:";

/// Fields by which groups can be sorted: those of the index, and those that the first of the heads
/// store.
std::set<std::string> fields_to_sort_by(const SharedIndex::Reader& reader);

/// The field by whose dates groups are sorted; null where no field holds dates.
const ValueField* date_field(const Schema& schema);

/// The distance of the member that is least like the head.
DistanceMillionths farthest_of(const KeyedGroup& group);

/// The groups that are listed.
/// @throws RequestError no such order; no field holds dates; no head has the field
/// Cost: a look at each group, a sort, and all that the query matches; ids of heads by place, what
/// heads store by a field.
std::vector<const KeyedGroup*> chosen_groups(const SharedIndex::Reader& reader,
                                             const GroupChoice& choice);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_GROUP_CHOICE_H
