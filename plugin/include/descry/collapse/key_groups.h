/** @file key_groups.h
 *  @brief Searching with near-duplicates collapsed: a page of results, the exact number of groups,
 *         and the members of each.
 *
 *  The page is the one that Xapian's own collapser gives any client for the same slot: the first of
 *  each key in the ranking. It is found without that collapser, which looks up the value of every
 *  candidate, and is wrong in Xapian 2.0 and 2.1. What a collapser cannot tell is told here: how
 *  many groups match in all (its estimates may be off by a factor of four) and how many documents a
 *  group really has (its collapse count is a lower bound, often 0).
 */
#ifndef DESCRY_COLLAPSE_KEY_GROUPS_H
#define DESCRY_COLLAPSE_KEY_GROUPS_H

#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

namespace descry {

/// What to search and which page to show.
struct CollapseOptions {
    /// The slot to collapse on; nullopt: every document for itself.
    std::optional<Xapian::valueno> slot;
    Xapian::doccount start = 0;
    Xapian::doccount rows = 10;
    /// Members listed per result at most, beside the result itself.
    Xapian::doccount members = 0;
    /// Count matches and groups, and look for sizes and members. Without it only the page is found,
    /// and the rest keeps its default.
    bool totals = true;
};

/// A result that stands for its group.
struct CollapsedResult {
    Xapian::docid did = 0;
    double weight = 0;
    int percent = 0;
    /// The collapse key; empty for a document that collapses with nothing.
    std::string key;
    /// Documents in the index that share the key, this one included; whether they match or not.
    Xapian::doccount size = 1;
    /// The first of the others, ascending by docid.
    std::vector<Xapian::docid> members;
};

/// One page of results.
struct CollapsedPage {
    /// Documents that match, exact.
    Xapian::doccount matches = 0;
    /// Results in all, after collapsing; exact.
    Xapian::doccount groups = 0;
    std::vector<CollapsedResult> results;
};

/// Runs @a query (BM25, ties by docid).
///
/// The page costs a plain match and some 1.5 microseconds for each document ranked above its end,
/// and a second match when these are mostly duplicates (more than half of them). The exact totals,
/// sizes and members cost a match without weights and one walk over the slot (about 40 million
/// values a second). Memory: 24-40 bytes a matching group, and its key. Who wants a result's
/// document saves a look-up with Xapian::DOC_ASSUME_VALID.
/// @exception Xapian::UnimplementedError totals over a remote database
/// @exception Xapian::DatabaseModifiedError the index moved on twice: reopen it and call again
CollapsedPage search_collapsed(const Xapian::Database& db, const Xapian::Query& query,
                               const CollapseOptions& options);

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

#endif  // DESCRY_COLLAPSE_KEY_GROUPS_H
