/** @file collapsing_enquire.h
 *  @brief Search with Solr's collapse, expand, facets and grouping, for programs that use
 *         Xapian::Enquire.
 *
 *      descry::CollapsingEnquire enquire(db);
 *      enquire.set_query(query);
 *      enquire.set_collapse_key(1000);
 *      for (const descry::CollapsedItem& item : enquire.get_mset(0, 10)) ...
 *
 *  Xapian's own collapser is not used (it gives wrong results in Xapian 2.0 and 2.1). Unlike it,
 *  this class can choose heads by another order than the page's, counts totals and group sizes
 *  exactly, can ignore documents without a key or make them one group, and can count facets over
 *  heads.
 *
 *  Names are Solr's; docs/collapsing-enquire.md lists the differences.
 */
#ifndef DESCRY_COLLAPSE_COLLAPSING_ENQUIRE_H
#define DESCRY_COLLAPSE_COLLAPSING_ENQUIRE_H

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/collapse/collapse.h>
#include <descry/collapse/collapsed_mset.h>
#include <descry/collapse/sort_order.h>

namespace descry {

class DocValues;

/** Runs a query and collapses the matches.
 *
 *  Not thread-safe, like the Database it is made of. Threads whose databases are in the same state
 *  may share DocValues.
 *
 *  The cost depends on the query. If it is a term, or terms joined by AND or by OR, with optional
 *  FILTER and AND_NOT terms, under the default weights and over one local database, all matches are
 *  weighed from the posting lists: 30 to 80 nanoseconds per match with @a columns, including page,
 *  totals and facets. Weights equal Xapian's to the last bit (the first search checks this against
 *  the loaded Xapian). Any other query:
 *  - page by score, heads by score: Xapian's match for the page, with its early end. Totals are
 *    counted by an unweighted walk over the posting lists if the query consists of terms, AND, OR,
 *    AND_NOT, FILTER and MatchAll, else by a second match without weights;
 *  - heads by values: that walk chooses them, then Xapian ranks only heads;
 *  - page by values: that walk, and a selection;
 *  - heads by score on a page by value, which needs all weights: a match of everything.
 *
 *  Values come from @a columns, or from one walk over the slot's values.
 *
 *  If any of the databases is remote, Xapian's match returns the page with its keys, and the
 *  servers count the keys for the totals. What this cannot answer (heads by several values, facets
 *  over heads or groups, expand(), get_groups(); docs/collapsing-enquire.md has the list) throws a
 *  Xapian::UnimplementedError that names it.
 */
class CollapsingEnquire {
  public:
    /// @param columns arrays of values, kept between searches; null: none are made
    /// @exception Xapian::InvalidOperationError @a columns belong to another state of the database
    explicit CollapsingEnquire(const Xapian::Database& db,
                               std::shared_ptr<DocValues> columns = nullptr);
    ~CollapsingEnquire();

    /// Whether queries of words are ranked without Xapian's matcher, in a quarter of its time. True
    /// if the loaded Xapian gives the same weights to the last bit, as 1.4.22 and 1.4.29 do;
    /// results are the same either way. The first call checks with a few documents in memory.
    static bool ranks_words_itself();

    CollapsingEnquire(CollapsingEnquire&&) noexcept;
    CollapsingEnquire& operator=(CollapsingEnquire&&) noexcept;

    /// @param qlen query length for weighting schemes that use it; 0: the length of @a query
    void set_query(const Xapian::Query& query, Xapian::termcount qlen = 0);
    const Xapian::Query& get_query() const;

    /// Restricts the matches without affecting weights (Solr: fq).
    void add_filter(const Xapian::Query& filter);
    void clear_filters();

    /// Default: Xapian's BM25.
    void set_weighting_scheme(const Xapian::Weight& weight);

    /// Excludes documents whose weight is below @a weight, or below @a percent of the greatest
    /// weight of a document with all terms. 0: no cutoff. Unlike in Enquire, it applies to any
    /// order. Cost: Xapian ranks every match. Remote databases then have no totals (set_totals()).
    void set_cutoff(int percent, double weight = 0);

    /// Shows every match to @a spy once, when get_mset() is called, including matches below a
    /// cutoff. @a spy must live until then, or be released to this object. Cost: a match of
    /// everything by Xapian. Remote databases require a serialisable spy, such as
    /// Xapian::ValueCountMatchSpy.
    void add_matchspy(Xapian::MatchSpy* spy);
    void clear_matchspies();

    /// Collapses on a slot; with Xapian::BAD_VALUENO every document is a group.
    void set_collapse_key(Xapian::valueno slot);
    void set_null_policy(NullPolicy policy);
    void set_head(const HeadRule& head);
    void set_head_filter(const Xapian::Query& filter);
    /// Collapses the heads of the previous collapse by another slot.
    void add_collapse(const Collapse& collapse);

    /// The order of results. Empty (the default): by weight.
    void set_sort(const SortOrder& sort);

    /// The orders of Xapian::Enquire: values compared as bytes, a missing value lowest; @a reverse
    /// puts the greatest first. Ties come by docid. These orders do not choose heads.
    void set_sort_by_relevance();
    void set_sort_by_value(Xapian::valueno slot, bool reverse);
    void set_sort_by_value_then_relevance(Xapian::valueno slot, bool reverse);
    void set_sort_by_relevance_then_value(Xapian::valueno slot, bool reverse);

    /// Whether to count matches, groups and group sizes (the default). Otherwise these fields keep
    /// their defaults, and a page by score with heads by score costs nothing more.
    void set_totals(bool totals);

    /// Searches with at most this many matches are answered by ranking all of them, which is
    /// cheaper for few matches than ranking a page and counting separately. Term queries, which are
    /// cheap to rank (see the class), are ranked whole up to 50 times as many postings and, with
    /// totals, without a limit. 0: only if there is no other way. Default: DEFAULT_WHOLE_LIMIT.
    void set_whole_limit(Xapian::doccount matches);

    void add_facet(Xapian::valueno slot, FacetOver over = FacetOver::HEADS);
    /// Counts documents that also match @a query.
    void add_facet_query(const Xapian::Query& query, FacetOver over = FacetOver::HEADS);
    void clear_facets();

    /** Returns a page of results.
     *
     *  Pages of one state of the database are consistent: no group is repeated or lost. A page
     *  beyond the last result is empty. Memory depends on the number of results, not on @a
     *  maxitems.
     *  @param checkatleast as in Enquire: count at least this many matches. Ignored with totals,
     *         which count all
     *  @exception Xapian::InvalidArgumentError a value that must be a number is not; the message
     *             names slot and document
     *  @exception Xapian::InvalidOperationError the database was reopened after the DocValues were
     *             made
     *  @exception Xapian::UnimplementedError see the class
     *  @exception Xapian::DatabaseModifiedError the index changed twice: reopen it and call again
     */
    CollapsedMSet get_mset(Xapian::doccount first, Xapian::doccount maxitems,
                           Xapian::doccount checkatleast = 0) const;

    /// The query's terms in a document, as Xapian::Enquire gives them; terms of filters are
    /// excluded.
    /// @exception Xapian::InvalidArgumentError no query was set
    Xapian::TermIterator get_matching_terms_begin(Xapian::docid did) const;
    Xapian::TermIterator get_matching_terms_end(Xapian::docid) const { return {}; }

    /** Returns a page of groups with the first documents of each (Solr: group.field).
     *
     *  Groups by the first collapse's slot and ignores its null policy, its head rule and facets.
     *  Groups are ordered by their first document under set_sort().
     *  @exception as get_mset()
     */
    GroupedMSet get_groups(Xapian::doccount first, Xapian::doccount maxgroups,
                           const GroupOptions& options) const;

    /** Returns further members of the groups of a page, in one pass for all groups (Solr: expand).
     *
     *  Groups follow the order of the page; groups without further members are omitted. Documents
     *  of the page are never returned, for any group.
     *  @exception Xapian::InvalidOperationError neither a collapse nor @a options name a slot
     *  @exception as get_mset()
     */
    std::vector<MemberGroup> expand(const CollapsedMSet& page, const ExpandOptions& options) const;

    std::string get_description() const;

    /// @private
    class Internal;

  private:
    std::unique_ptr<Internal> internal_;
};

}  // namespace descry

#endif  // DESCRY_COLLAPSE_COLLAPSING_ENQUIRE_H
