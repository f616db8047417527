/** @file collapsing_enquire.h
 *  @brief Searching with Solr's collapse, expand, facets and grouping, for programs that use
 *         Xapian::Enquire.
 *
 *      descry::CollapsingEnquire enquire(db);
 *      enquire.set_query(query);
 *      enquire.set_collapse_key(1000);
 *      for (const descry::CollapsedItem& item : enquire.get_mset(0, 10)) ...
 *
 *  Xapian's own collapser collapses nothing here (it is wrong in Xapian 2.0 and 2.1). Unlike with
 *  it, the head of a group may be chosen by another order than that of the page, totals and sizes
 *  are exact, documents without a key may be left out or be one group, and facets may count heads.
 *
 *  The names are Solr's; docs/collapsing-enquire.md lists what differs.
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

/** Runs a query, and collapses what matches.
 *
 *  Not thread-safe, like the Database it is made of. DocValues may be shared by all threads
 *  whose databases are the same.
 *
 *  Costs are those of the query's plan. Queries that are a term, or terms with AND or with OR, with
 *  or without FILTER by terms and AND_NOT, under the default weights and over one local database:
 *  - all matches are weighed from the posting lists, with Xapian's weights to the last bit (a test
 *    with the Xapian at hand decides, when the first search is made): 30 to 80 nanoseconds a match
 *    with @a columns, for page, totals and facets together.
 *  Any other query:
 *  - a page by score, heads by score: Xapian's match for the page, with its early end, and for the
 *    totals a walk over the posting lists without weights where the query is made of terms, AND,
 *    OR, AND_NOT, FILTER and MatchAll (another match without weights for other queries);
 *  - heads by values: that walk chooses them, then Xapian ranks heads only;
 *  - a page by values: that walk, and a selection;
 *  - what needs the weights of all (heads by score on a page by value): a match of everything.
 *  The values come from @a columns, or from one walk over the slot's values.
 *
 *  Where a database is remote, alone or among others: Xapian's match for the page, whose keys come
 *  with it; for totals a match whose keys the servers count. What cannot be done so (heads by
 *  several values, facets over heads or groups, expand(), get_groups(); docs/collapsing-enquire.md
 *  has the list) throws a Xapian::UnimplementedError that names it.
 */
class CollapsingEnquire {
  public:
    /// @param columns arrays of the values, kept from search to search; null: none are made
    /// @exception Xapian::InvalidOperationError @a columns are of another state of the database
    explicit CollapsingEnquire(const Xapian::Database& db,
                               std::shared_ptr<DocValues> columns = nullptr);
    ~CollapsingEnquire();

    /// Whether queries of words are ranked without Xapian's matcher, in a quarter of its time:
    /// where the Xapian that is loaded gives the same weights to the last bit, as 1.4.22 and 1.4.29
    /// do. Results are the same. Found out by the first call, with a few documents in memory.
    static bool ranks_words_itself();

    CollapsingEnquire(CollapsingEnquire&&) noexcept;
    CollapsingEnquire& operator=(CollapsingEnquire&&) noexcept;

    /// @param qlen the query's length for weighting schemes that use it; 0: that of @a query
    void set_query(const Xapian::Query& query, Xapian::termcount qlen = 0);
    const Xapian::Query& get_query() const;

    /// Restricts what matches, without weight (Solr: fq).
    void add_filter(const Xapian::Query& filter);
    void clear_filters();

    /// The default is Xapian's BM25.
    void set_weighting_scheme(const Xapian::Weight& weight);

    /// Leaves out what weighs less than @a weight, or has fewer than @a percent of the greatest
    /// weight of a document with all terms: such documents do not match. 0: none is left out.
    /// Unlike with Enquire, for any order. Cost: every match is ranked by Xapian. A remote database
    /// has no totals then (set_totals()).
    void set_cutoff(int percent, double weight = 0);

    /// Shows every match to @a spy when get_mset() is called, those below a cutoff, too, once each;
    /// it must live until then, or be released to this. Cost: a match by Xapian of everything. A
    /// remote database takes those that can be sent, such as Xapian::ValueCountMatchSpy.
    void add_matchspy(Xapian::MatchSpy* spy);
    void clear_matchspies();

    /// Collapses on a slot; Xapian::BAD_VALUENO: nothing is collapsed, every document is a group.
    void set_collapse_key(Xapian::valueno slot);
    void set_null_policy(NullPolicy policy);
    void set_head(const HeadRule& head);
    void set_head_filter(const Xapian::Query& filter);
    /// Collapses the heads of the collapse before by another slot, and so on.
    void add_collapse(const Collapse& collapse);

    /// The order of the results. Empty (the default): by weight.
    void set_sort(const SortOrder& sort);

    /// The orders of Xapian::Enquire: values compared as bytes, none being the lowest; @a reverse
    /// puts the greatest first. Equal ones come by docid. They do not choose heads.
    void set_sort_by_relevance();
    void set_sort_by_value(Xapian::valueno slot, bool reverse);
    void set_sort_by_value_then_relevance(Xapian::valueno slot, bool reverse);
    void set_sort_by_relevance_then_value(Xapian::valueno slot, bool reverse);

    /// Whether to count matches and groups and to look for sizes (the default). Without, the fields
    /// for these keep their defaults, and a page by score, with heads by score, costs nothing else.
    void set_totals(bool totals);

    /// Results of at most so many matches are found by ranking all of them, which for few is
    /// cheaper than to rank a page and to count apart. Queries of terms, whose ranking costs little
    /// (see the class), are ranked whole up to 50 times as many postings and, with totals, up to
    /// any number. 0: no query is that can be answered otherwise. At first DEFAULT_WHOLE_LIMIT.
    void set_whole_limit(Xapian::doccount matches);

    /// Counts the values of a slot.
    void add_facet(Xapian::valueno slot, FacetOver over = FacetOver::HEADS);
    /// Counts what matches a query too.
    void add_facet_query(const Xapian::Query& query, FacetOver over = FacetOver::HEADS);
    void clear_facets();

    /** A page of results.
     *
     *  Pages of one state of the database follow on each other: none repeats or loses a group.
     *  Beyond the last result a page is empty. Memory depends on what there is, not on @a maxitems.
     *  @param checkatleast as of Enquire: so many matches are counted at least. With totals all
     *         are; it is here for programs that give it.
     *  @exception Xapian::InvalidArgumentError a number is asked of a value that is none: the
     *             message names slot and document
     *  @exception Xapian::InvalidOperationError the database was reopened, and the DocValues are
     *             of its former state
     *  @exception Xapian::UnimplementedError see above
     *  @exception Xapian::DatabaseModifiedError the index moved on twice: reopen it and call again
     */
    CollapsedMSet get_mset(Xapian::doccount first, Xapian::doccount maxitems,
                           Xapian::doccount checkatleast = 0) const;

    /// The terms of the query that a document has, as Xapian::Enquire gives them; not those of
    /// filters.
    /// @exception Xapian::InvalidArgumentError no query was set
    Xapian::TermIterator get_matching_terms_begin(Xapian::docid did) const;
    Xapian::TermIterator get_matching_terms_end(Xapian::docid) const { return {}; }

    /** A page of groups, with the first documents of each (Solr: group.field).
     *
     *  Groups by the first collapse's slot; its null policy, its head and the facets do not count.
     *  Groups come in the order of their first document by set_sort().
     *  @exception as get_mset()
     */
    GroupedMSet get_groups(Xapian::doccount first, Xapian::doccount maxgroups,
                           const GroupOptions& options) const;

    /** Further members of the groups of a page, in one pass for all of them (Solr: expand).
     *
     *  In the order of the page's groups, without those that have no further member. Documents of
     *  the page are never members, of no group.
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
