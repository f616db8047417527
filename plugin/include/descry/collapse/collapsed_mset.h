/** @file collapsed_mset.h
 *  @brief What CollapsingEnquire finds: pages of results that stand for groups, facets, members.
 */
#ifndef DESCRY_COLLAPSE_COLLAPSED_MSET_H
#define DESCRY_COLLAPSE_COLLAPSED_MSET_H

#include <cstddef>
#include <string>
#include <vector>

#include <xapian.h>

namespace descry {

/// A result that stands for its group: the group's head.
struct CollapsedItem {
    Xapian::docid did = 0;
    double weight = 0;
    /// Percent of the greatest weight of all documents that match, as Xapian::MSet has it.
    int percent = 0;
    /// The collapse key; empty for a document without one.
    std::string key = {};
    /// Documents of the group that match the query and the filters, this one included. A document
    /// without key that stands for itself is a group of one.
    Xapian::doccount matching = 1;
    /// Documents of the group in the index, whether they match or not.
    Xapian::doccount size = 1;
};

/// How often a value occurs.
struct FacetCount {
    /// The bytes of the slot.
    std::string value;
    Xapian::doccount count = 0;
};

/// The values of one slot.
struct FacetCounts {
    Xapian::valueno slot = Xapian::BAD_VALUENO;
    /// Ascending by the bytes of the value, without those that do not occur.
    std::vector<FacetCount> values;
    /// Documents (or groups) without a value.
    Xapian::doccount missing = 0;
};

/// One page of results.
struct CollapsedMSet {
    /// Results before the page's first one.
    Xapian::doccount first = 0;
    /// Documents that match the query and the filters; exact.
    Xapian::doccount matches = 0;
    /// Results in all, after collapsing; exact, and the same on every page.
    Xapian::doccount groups = 0;
    /// The greatest weight of the documents that match; 0 when none does.
    double max_weight = 0;
    std::vector<CollapsedItem> items;
    /// In the order of add_facet() and add_facet_query().
    std::vector<FacetCounts> facets;
    std::vector<Xapian::doccount> facet_queries;
    /// What was searched, for snippet().
    Xapian::Database db;
    Xapian::Query query;

    /// The part of a document's text that the query matches best, as Xapian::MSet::snippet() gives
    /// it; of a page that get_mset() made. Cost: that, and a look-up of the query's terms.
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

/// A document that is shown with others of its group.
struct FoundMember {
    Xapian::docid did = 0;
    double weight = 0;
};

/// Documents of one group.
struct MemberGroup {
    /// Empty: those without a key.
    std::string key;
    /// All of them, of which members are a part.
    Xapian::doccount matches = 0;
    std::vector<FoundMember> members;
};

/// One page of groups.
struct GroupedMSet {
    Xapian::doccount first = 0;
    Xapian::doccount matches = 0;
    /// Groups in all; exact.
    Xapian::doccount groups = 0;
    std::vector<MemberGroup> items;
};

}  // namespace descry

#endif  // DESCRY_COLLAPSE_COLLAPSED_MSET_H
