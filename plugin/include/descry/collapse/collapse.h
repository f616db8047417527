/** @file collapse.h
 *  @brief Options of a collapsed search: how groups are collapsed, expanded and counted.
 */
#ifndef DESCRY_COLLAPSE_COLLAPSE_H
#define DESCRY_COLLAPSE_COLLAPSE_H

#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/collapse/sort_order.h>

namespace descry {

inline constexpr Xapian::doccount DEFAULT_WHOLE_LIMIT = 1000;

/// Treatment of documents without a collapse key. (Solr's default is IGNORE; Xapian does EXPAND.)
enum class NullPolicy {
    /// They do not match.
    IGNORE,
    /// Each is a group of one.
    EXPAND,
    /// Together they are one group.
    COLLAPSE,
};

/// Chooses the head of a group: the first matching document in an order. Ties: the lowest docid.
struct HeadRule {
    SortOrder order;

    static HeadRule score();
    /// The lowest number in a slot; a missing one counts as 0.
    static HeadRule min(Xapian::valueno slot);
    /// The highest number in a slot; a missing one counts as 0.
    static HeadRule max(Xapian::valueno slot);
    static HeadRule sort(SortOrder order);
};

struct Collapse {
    Xapian::valueno slot = Xapian::BAD_VALUENO;
    NullPolicy null_policy = NullPolicy::EXPAND;
    HeadRule head;
    /// Drops groups whose head does not match this query (in Solr, a filter of higher cost than the
    /// collapse). Empty: no group is dropped.
    Xapian::Query head_filter;
};

enum class FacetOver {
    /// Heads (Solr's default under collapse; with NullPolicy::COLLAPSE its group.truncate).
    HEADS,
    /// Matching documents (Solr: {!ex=...}, and its default under grouping).
    MATCHES,
    /// Groups with at least one matching document of the value (Solr: group.facet). Documents
    /// without a collapse key are one group.
    GROUPS,
};

struct ExpandOptions {
    /// Maximum per group; 0 counts members without returning any.
    Xapian::doccount rows = 5;
    /// Empty: by weight for the query.
    SortOrder sort;
    /// Replaces the search's query; Xapian::Query("") with an empty list of filters selects all
    /// members. (With several threads do not use the constant MatchAll: its reference count is not
    /// atomic.)
    std::optional<Xapian::Query> query;
    /// Replaces the search's filters; an empty list for none.
    std::optional<std::vector<Xapian::Query>> filters;
    /// Treats documents without a key as a group: the last one, unless the page has one of them.
    bool null_group = false;
    /// Groups by this slot instead of the first collapse's.
    std::optional<Xapian::valueno> slot;
};

struct GroupOptions {
    /// Maximum per group; std::numeric_limits<Xapian::doccount>::max() for all.
    Xapian::doccount limit = 1;
    /// Documents to skip in each group.
    Xapian::doccount offset = 0;
    /// Empty: the order of groups.
    SortOrder sort;
    /// Documents without a key; by default one group, as in Solr's grouping.
    NullPolicy null_policy = NullPolicy::COLLAPSE;
};

struct KeyGroup {
    std::string key;
    /// Ascending.
    std::vector<Xapian::docid> members;
};

/// Every key of @a slot shared by at least @a min_size documents, in the order of their first
/// members. Cost: two walks over the slot and a sort. Memory: 24 bytes per value, plus the groups.
std::vector<KeyGroup> groups_by_key(const Xapian::Database& db, Xapian::valueno slot,
                                    Xapian::doccount min_size = 2);

}  // namespace descry

#endif  // DESCRY_COLLAPSE_COLLAPSE_H
