/** @file collapse.h
 *  @brief What can be asked of a collapsed search: how groups are collapsed, expanded and counted.
 */
#ifndef DESCRY_COLLAPSE_COLLAPSE_H
#define DESCRY_COLLAPSE_COLLAPSE_H

#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/collapse/sort_order.h>

namespace descry {

/// CollapsingEnquire::set_whole_limit() of a search that was not told another.
inline constexpr Xapian::doccount DEFAULT_WHOLE_LIMIT = 1000;

/// What becomes of documents without a collapse key. (Solr's default is IGNORE; Xapian does
/// EXPAND.)
enum class NullPolicy {
    /// They are left out.
    IGNORE,
    /// Each stands for itself.
    EXPAND,
    /// Together they are one group.
    COLLAPSE,
};

/// Which document of a group stands for it: the first by an order, among those that match. Ties:
/// the lowest docid.
struct HeadRule {
    SortOrder order;

    /// The greatest weight.
    static HeadRule score();
    /// The least number in a slot; a missing one counts as 0.
    static HeadRule min(Xapian::valueno slot);
    /// The greatest number in a slot; a missing one counts as 0.
    static HeadRule max(Xapian::valueno slot);
    static HeadRule sort(SortOrder order);
};

/// One collapse.
struct Collapse {
    Xapian::valueno slot = Xapian::BAD_VALUENO;
    NullPolicy null_policy = NullPolicy::EXPAND;
    HeadRule head;
    /// A group whose head does not match this is left out (in Solr a filter of higher cost than the
    /// collapse). Empty: all stay.
    Xapian::Query head_filter;
};

/// What a facet counts.
enum class FacetOver {
    /// Heads (Solr's default under collapse; with NullPolicy::COLLAPSE its group.truncate).
    HEADS,
    /// Documents that match (Solr: {!ex=...}, and its default under grouping).
    MATCHES,
    /// Groups with at least one matching document of the value (Solr: group.facet). Documents
    /// without a collapse key are one group.
    GROUPS,
};

/// Which further members of a page's groups are to be shown.
struct ExpandOptions {
    /// Members of each group at most; 0: they are only counted.
    Xapian::doccount rows = 5;
    /// Order of the members. Empty: by weight for the query.
    SortOrder sort;
    /// Another query than the search's own; Xapian::Query("") for all members in the index, with no
    /// filters. (The constant MatchAll is for programs of one thread: its count is not atomic.)
    std::optional<Xapian::Query> query;
    /// Other filters than the search's own; an empty list for none.
    std::optional<std::vector<Xapian::Query>> filters;
    /// Whether documents without a key are a group too: the last one, unless the page has one of
    /// them.
    bool null_group = false;
    /// Groups by another slot than the (first) collapse's.
    std::optional<Xapian::valueno> slot;
};

/// How many documents of each group a page of groups shows.
struct GroupOptions {
    /// At most so many of each group; std::numeric_limits<Xapian::doccount>::max() for all.
    Xapian::doccount limit = 1;
    /// After passing over so many.
    Xapian::doccount offset = 0;
    /// Order within a group. Empty: that between groups.
    SortOrder sort;
    /// Documents without a key: one group, as in Solr's grouping, or as told here.
    NullPolicy null_policy = NullPolicy::COLLAPSE;
};

/// Documents that share a key.
struct KeyGroup {
    std::string key;
    /// Ascending.
    std::vector<Xapian::docid> members;
};

/// Every key of @a slot that at least @a min_size documents share, in the order of their first
/// member. Cost: two walks over the slot and a sort. Memory: 24 bytes a value, and the groups.
std::vector<KeyGroup> groups_by_key(const Xapian::Database& db, Xapian::valueno slot,
                                    Xapian::doccount min_size = 2);

}  // namespace descry

#endif  // DESCRY_COLLAPSE_COLLAPSE_H
