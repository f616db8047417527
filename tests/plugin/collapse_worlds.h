/** @file collapse_worlds.h
 *  @brief Small random databases with keys, numbers and strings, and what CollapsingEnquire should
 *         find in them, by brute force.
 */
#ifndef DESCRY_TESTS_PLUGIN_COLLAPSE_WORLDS_H
#define DESCRY_TESTS_PLUGIN_COLLAPSE_WORLDS_H

#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/collapse/collapsing_enquire.h>

#include "tests/plugin/test_index.h"

namespace descry::testing {

/// Slots of a world.
inline constexpr Xapian::valueno WORLD_KEY = 7;
inline constexpr Xapian::valueno WORLD_OTHER_KEY = 8;
inline constexpr Xapian::valueno WORLD_NUMBER = 20;
inline constexpr Xapian::valueno WORLD_STRING = 4294967290u;

/// A document as it was written.
struct WorldDocument {
    std::map<std::string, Xapian::termcount> terms;
    std::map<Xapian::valueno, std::string> values;

    std::string value(Xapian::valueno slot) const;
};

/// A database, of 1 to 3 shards, and its documents by docid.
struct CollapseWorld {
    std::unique_ptr<TempFolder> folder;  // until the databases are closed
    std::vector<Xapian::WritableDatabase> shards;
    Xapian::Database db;
    std::map<Xapian::docid, WorldDocument> documents;
};

/// @param in_memory else glass
CollapseWorld make_collapse_world(std::size_t shards, bool in_memory, std::mt19937_64& random);

/// A whole search: everything that a CollapsingEnquire may be told.
struct Search {
    Xapian::Query query;
    std::vector<Xapian::Query> filters;
    std::vector<Collapse> collapses;
    SortOrder sort;
    std::vector<std::pair<Xapian::valueno, FacetOver>> facets;
    std::vector<std::pair<Xapian::Query, FacetOver>> facet_queries;
    int percent_cutoff = 0;
    double weight_cutoff = 0;

    CollapsingEnquire open(const CollapseWorld& world, std::shared_ptr<DocValues> columns) const;
    std::string describe() const;
};

Search random_search(std::mt19937_64& random);
SortOrder random_order(std::mt19937_64& random);
/// A query of terms, operators and everything else that matches.
Xapian::Query random_tree(std::mt19937_64& random, int depth = 2);

CollapsedMSet mset_oracle(const CollapseWorld& world, const Search& search, Xapian::doccount first,
                          Xapian::doccount maxitems);
/// What is left of it with set_totals(false).
CollapsedMSet without_totals(CollapsedMSet mset);
GroupedMSet groups_oracle(const CollapseWorld& world, const Search& search, Xapian::doccount first,
                          Xapian::doccount maxgroups, const GroupOptions& options);
std::vector<MemberGroup> expand_oracle(const CollapseWorld& world, const Search& search,
                                       const CollapsedMSet& page, const ExpandOptions& options);

/// Fails the running test where two answers differ.
void expect_same(const CollapsedMSet& got, const CollapsedMSet& expected);
void expect_same(const std::vector<MemberGroup>& got, const std::vector<MemberGroup>& expected);

}  // namespace descry::testing

#endif  // DESCRY_TESTS_PLUGIN_COLLAPSE_WORLDS_H
