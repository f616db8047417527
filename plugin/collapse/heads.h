/** @file heads.h
 *  @brief Which matches stand for their groups.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_HEADS_H
#define DESCRY_PLUGIN_COLLAPSE_HEADS_H

#include <vector>

#include <descry/collapse/collapsing_enquire.h>

#include "collapse/matching/document_order.h"
#include "collapse/matching/matches.h"
#include "collapse/values/slot_reader.h"

namespace descry {

/// The heads of all groups, ascending, and how many matches each group has.
struct Heads {
    std::vector<MatchIndex> matches;
    std::vector<Xapian::doccount> sizes;
};

/// Gives the matches without a key (number 0) the numbers that a policy asks for: each its own
/// above the last one, or one for all; 0 remains for those to be left out.
void apply_null_policy(GroupNumbers& groups, NullPolicy policy);

/// How many results @a groups with a key and @a without_key documents without one are.
Xapian::doccount with_nulls(Xapian::doccount groups, Xapian::doccount without_key,
                            NullPolicy policy);

/// The first of each group by @a order; matches of number 0 are left out.
Heads choose_heads(const GroupNumbers& groups, const DocumentOrder& order);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_HEADS_H
