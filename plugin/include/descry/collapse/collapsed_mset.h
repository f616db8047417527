/** @file collapsed_mset.h
 *  @brief Results of CollapsingEnquire: pages of groups, facets, members.
 */
#ifndef DESCRY_COLLAPSE_COLLAPSED_MSET_H
#define DESCRY_COLLAPSE_COLLAPSED_MSET_H

#include <cstddef>
#include <string>
#include <vector>

#include <xapian.h>

namespace descry {

/// The head of a group.
struct CollapsedItem {
    Xapian::docid did = 0;
    double weight = 0;
    /// Percentage of the greatest weight of all matching documents, as in Xapian::MSet.
    int percent = 0;
    /// The collapse key; empty for a document without one.
    std::string key = {};
    /// Documents of the group that match the query and the filters, including this one. A document
    /// without a key that is not collapsed is a group of one.
    Xapian::doccount matching = 1;
    /// Documents of the group in the index, matching or not.
    Xapian::doccount size = 1;
};

struct FacetCount {
    std::string value;
    Xapian::doccount count = 0;
};

struct FacetCounts {
    Xapian::valueno slot = Xapian::BAD_VALUENO;
    /// Ascending by the bytes of the value; values that do not occur are omitted.
    std::vector<FacetCount> values;
    /// Documents (or groups) without a value.
    Xapian::doccount missing = 0;
};

struct CollapsedMSet {
    Xapian::doccount first = 0;
    /// Documents that match the query and the filters; exact.
    Xapian::doccount matches = 0;
    /// Number of results after collapsing; exact, and the same on every page.
    Xapian::doccount groups = 0;
    /// The greatest weight of the matching documents; 0 without matches.
    double max_weight = 0;
    std::vector<CollapsedItem> items;
    /// In the order of add_facet() and add_facet_query().
    std::vector<FacetCounts> facets;
    std::vector<Xapian::doccount> facet_queries;
    Xapian::Database db;
    Xapian::Query query;

    /// The part of @a text that matches the query best, by Xapian::MSet::snippet(). Only for pages
    /// made by get_mset(). Cost: that call, and a look-up of the query's terms.
    std::string snippet(const std::string& text, std::size_t length = 500,
                        const Xapian::Stem& stemmer = Xapian::Stem(),
                        unsigned flags = Xapian::MSet::SNIPPET_BACKGROUND_MODEL |
                                         Xapian::MSet::SNIPPET_EXHAUSTIVE,
                        const std::string& hi_start = "<b>", const std::string& hi_end = "</b>",
                        const std::string& omit = "...") const;

    auto begin() const { return items.begin(); }
    auto end() const { return items.end(); }
    bool empty() const { return items.empty(); }
    Xapian::doccount size() const { return static_cast<Xapian::doccount>(items.size()); }
};

struct FoundMember {
    Xapian::docid did = 0;
    double weight = 0;
};

struct MemberGroup {
    std::string key;
    /// Number of matching documents, of which members is a part.
    Xapian::doccount matches = 0;
    std::vector<FoundMember> members;
};

struct GroupedMSet {
    Xapian::doccount first = 0;
    Xapian::doccount matches = 0;
    /// Number of groups; exact.
    Xapian::doccount groups = 0;
    std::vector<MemberGroup> items;
};

}  // namespace descry

#endif  // DESCRY_COLLAPSE_COLLAPSED_MSET_H
