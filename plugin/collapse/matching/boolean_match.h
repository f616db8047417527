/** @file boolean_match.h
 *  @brief The documents that match a query, from posting lists, without weights; and a posting list
 *         that is asked about documents one after the other.
 *
 *  Xapian's match looks up weights, and asks for a document's length, even where nobody wants them;
 *  a bare walk over posting lists is several times as fast.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_MATCHING_BOOLEAN_MATCH_H
#define DESCRY_PLUGIN_COLLAPSE_MATCHING_BOOLEAN_MATCH_H

#include <cstddef>
#include <string>

#include <xapian.h>

#include "plugin/collapse/values/docid_set.h"

namespace descry {

/** Finds what matches in one database.
 *
 *  Terms, MatchAll, AND, FILTER, OR, SYNONYM, MAX, AND_NOT, AND_MAYBE, XOR and SCALE_WEIGHT are
 *  walks over posting lists; any other part of a query is a match by Xapian with BoolWeight.
 */
class BooleanMatch {
  public:
    explicit BooleanMatch(const Xapian::Database& db) : db_(db), last_(db.get_lastdocid()) {}

    /// False where a bit for each docid would be a waste: the docids of @a db lie far apart.
    static bool is_possible(const Xapian::Database& db);

    /// False for queries that are to be ranked whole: those whose matches depend on weights
    /// (OP_ELITE_SET), and those of which Xapian (1.4.22 and 1.4.29), asked for the first few
    /// alone, now and then gives others (OP_AND_MAYBE) or ends by a signal (OP_XOR, OP_MAX).
    static bool may_rank_a_part(const Xapian::Query& query);

    /// True for queries that give no weight to anything: MatchAll, however restricted.
    static bool is_weightless(const Xapian::Query& query);

    /// At most so many documents match. Cost: a look-up for each term.
    Xapian::doccount bound(const Xapian::Query& query) const;

    /// Those that match. Cost: some 10 nanoseconds a posting, less for terms with AND beside rarer
    /// ones.
    DocidSet find(const Xapian::Query& query) const;

    /// Those of @a set that match. Cost: that of find() at most; for a small set, of skipping to
    /// each of its documents.
    void restrict(const Xapian::Query& query, DocidSet& set) const;

    /// Those of @a set that do not match. Cost: as restrict().
    void exclude(const Xapian::Query& query, DocidSet& set) const;

  private:
    DocidSet find_all(const Xapian::Query& query) const;
    DocidSet find_any(const Xapian::Query& query) const;
    void restrict_to_term(const std::string& term, DocidSet& set) const;
    void restrict_to_any(const Xapian::Query& query, DocidSet& set) const;
    void add_term(const std::string& term, DocidSet& set) const;
    DocidSet find_by_xapian(const Xapian::Query& query) const;

    const Xapian::Database& db_;
    const Xapian::docid last_;
};

/// Whether documents hold a term, and how often.
class AscendingPostings {
  public:
    /// @param termfreq of @a term
    /// @param asked about so many documents contains() will be asked
    AscendingPostings(const Xapian::Database& db, const std::string& term,
                      Xapian::doccount termfreq, std::size_t asked)
        : skips_(are_few(asked, termfreq)),
          at_(db.postlist_begin(term)),
          end_(db.postlist_end(term)) {}

    /// Whether it is cheaper to skip to each of @a asked documents than to pass all postings.
    static bool are_few(std::size_t asked, Xapian::doccount termfreq) {
        constexpr Xapian::doccount POSTINGS_A_SKIP = 8;
        return asked < termfreq / POSTINGS_A_SKIP;
    }

    /// @param did ascending from call to call
    bool contains(Xapian::docid did) {
        if (skips_ && at_ != end_ && *at_ < did) at_.skip_to(did);
        while (at_ != end_ && *at_ < did)
            ++at_;
        return at_ != end_ && *at_ == did;
    }

    /// The posting of the document that was found last.
    const Xapian::PostingIterator& posting() const { return at_; }

  private:
    const bool skips_;
    Xapian::PostingIterator at_;
    const Xapian::PostingIterator end_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_MATCHING_BOOLEAN_MATCH_H
