/** @file collapse_search.h
 *  @brief What a CollapsingEnquire was told, and the ways to an answer.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_COLLAPSE_SEARCH_H
#define DESCRY_PLUGIN_COLLAPSE_COLLAPSE_SEARCH_H

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <descry/collapse/collapsing_enquire.h>

#include "base/database_state.h"
#include "collapse/heads.h"
#include "collapse/matching/matches.h"
#include "collapse/matching/term_ranking.h"
#include "collapse/values/docid_set.h"
#include "collapse/values/slot_reader.h"

namespace descry {

/// A facet by a slot, or (without one) by a query.
struct FacetRequest {
    Xapian::valueno slot = Xapian::BAD_VALUENO;
    Xapian::Query query;
    FacetOver over = FacetOver::HEADS;
};

/// What set_cutoff() was told.
struct Cutoff {
    int percent = 0;
    double weight = 0;

    bool empty() const { return percent <= 0 && weight <= 0; }
};

/// The matches, and those of them that are results.
struct CollapsedMatches {
    Matches matches;
    Matches heads;
    /// Of the first collapse, a number for each match; without a collapse, of nothing.
    GroupNumbers groups;
    /// For each head, how many matches its group of the first collapse has.
    std::vector<Xapian::doccount> matching;
};

/// What the last search found, for expand().
struct LastMatches {
    /// With weights; for a search whose matches were all ranked.
    std::optional<Matches> ranked;
    /// For any other.
    std::optional<DocidSet> set;
};

class CollapsingEnquire::Internal {
  public:
    Internal(const Xapian::Database& db_, std::shared_ptr<DocValues> columns_);

    // The four ways. Remote: Xapian's own match, where a database is elsewhere. Whole: all matches
    // with their weights, then everything in memory. Ranked: a page of Xapian's ranking, whose
    // first of each key are the results, and totals apart from it. Valued: all matches without
    // weights, whose heads are chosen by values.
    enum class Way { REMOTE, WHOLE, RANKED, VALUED };
    Way choose_way() const;
    bool ranks_terms(const Xapian::Query& with) const;
    CollapsedMSet whole(Xapian::doccount first, Xapian::doccount maxitems) const;
    CollapsedMSet ranked(Xapian::doccount first, Xapian::doccount maxitems) const;
    CollapsedMSet remote(Xapian::doccount first, Xapian::doccount maxitems) const;
    void check_cutoff(const Xapian::Query& with) const;
    void count_remotely(const Xapian::Query& with, CollapsedMSet& mset) const;
    CollapsedMSet valued(Xapian::doccount first, Xapian::doccount maxitems) const;

    GroupedMSet groups(Xapian::doccount first, Xapian::doccount maxgroups,
                       const GroupOptions& options) const;
    std::vector<MemberGroup> expand(const CollapsedMSet& page, const ExpandOptions& options) const;

    static bool is_remote(const Xapian::Database& db);
    // For what is there for local databases alone.
    void check_local(const char* what) const;

    // The database may have been reopened between one call and the next.
    void check_columns() const;
    void begin_search() const;
    // Before what continues the last search.
    void go_on() const;
    // What was found last holds no longer.
    void forget() const { last = {}; }

    ValueSource source() const { return {db, columns.get()}; }
    Collapse& first_collapse();
    /// The collapses that have a slot.
    std::vector<Collapse> active() const;
    /// The query with the filters.
    Xapian::Query filtered() const { return filtered(query, filters); }
    static Xapian::Query filtered(Xapian::Query query, const std::vector<Xapian::Query>& filters);

    /// The first @a count of the ranking.
    Xapian::MSet rank(const Xapian::Query& with, Xapian::doccount first,
                      Xapian::doccount count) const;
    /// All matches, with weights.
    Ranking rank_all(const Xapian::Query& with) const;
    Ranking rank_all_by_xapian(const Xapian::Query& with) const;
    /// All matches of the search itself, which a cutoff leaves.
    Ranking rank_own() const;
    void show_to_spies() const;
    /// What ranks all matches of a query of terms without Xapian's matcher; nullopt for others.
    std::optional<TermRanking> term_ranking(const Xapian::Query& with) const;
    /// Whether find() and weights_of() are; else all is to be ranked. Several shards in memory are
    /// ranked as a whole also because Xapian 1.4.22 may end by a signal when it ranks a part.
    bool sets_are_possible(const Xapian::Query& with) const;
    /// All matches without weights.
    DocidSet find(const Xapian::Query& with) const;
    /// Which of @a dids, which ascend, match.
    std::vector<MatchIndex> matching_of(const Xapian::Query& with,
                                        const std::vector<Xapian::docid>& dids) const;
    /// The weights of @a dids, which ascend and all match.
    std::vector<double> weights_of(const Xapian::Query& with,
                                   const std::vector<Xapian::docid>& dids) const;

    CollapsedMatches collapse(Matches matches) const;
    void apply(const Collapse& step, bool is_first, CollapsedMatches& found) const;
    void add_totals(const CollapsedMatches& found, CollapsedMSet& mset) const;
    void add_facets(const CollapsedMatches& found, CollapsedMSet& mset) const;
    using Passes = std::function<bool(const Xapian::MSetIterator&)>;
    /// The page of those of the ranking that pass, from the first on; with their collapse keys,
    /// where the ranking has them.
    void select_ranked(const Xapian::Query& with, Xapian::doccount first, Xapian::doccount maxitems,
                       const Passes& passes, CollapsedMSet& mset) const;
    /// Gives the items of a page their keys and sizes; with all matches as @a set also how many
    /// match.
    /// @return how many groups the set has, after the null policy
    Xapian::doccount describe_items(std::vector<CollapsedItem>& items, const DocidSet* set) const;
    Xapian::doccount describe_by_walk(Xapian::valueno slot, std::vector<CollapsedItem>& items,
                                      const DocidSet* set, Xapian::doccount& without_key) const;
    std::string key_of(Xapian::docid did, Xapian::valueno slot) const;
    bool counts_groups(const FacetRequest& facet) const;
    DocidSet members_on(const CollapsedMSet& page, Xapian::valueno slot) const;
    /// What may be a member of the page's groups, or more.
    Matches matches_among(const Xapian::Query& with, bool is_own, const CollapsedMSet& page,
                          Xapian::valueno slot, bool null_group, bool weighted) const;
    void add_weights(const Xapian::Query& with, std::vector<MemberGroup>& groups) const;

    Xapian::Database db;
    const bool has_remote;
    std::shared_ptr<DocValues> columns;
    mutable Xapian::Enquire enquire;
    // Has the spies of add_matchspy(), and the same weighting scheme.
    mutable Xapian::Enquire spied;
    bool has_spies = false;
    Xapian::Query query;
    Xapian::termcount qlen = 0;
    Cutoff cutoff;
    std::vector<Xapian::Query> filters;
    std::vector<Collapse> collapses;
    SortOrder sort;
    bool has_default_weights = true;
    bool totals = true;
    Xapian::doccount whole_limit = DEFAULT_WHOLE_LIMIT;
    std::vector<FacetRequest> facets;
    mutable LastMatches last;
    mutable std::optional<DatabaseState> last_state;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_COLLAPSE_SEARCH_H
