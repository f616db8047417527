/** @file boolean_match.h
 *  @brief Unweighted matching by posting lists, and a posting list for look-ups of ascending
 *         documents.
 *
 *  Xapian's match looks up weights, and requests document lengths, even if they are not used; a
 *  plain walk over posting lists is several times as fast.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_MATCHING_BOOLEAN_MATCH_H
#define DESCRY_PLUGIN_COLLAPSE_MATCHING_BOOLEAN_MATCH_H

#include <cstddef>
#include <string>

#include <xapian.h>

#include "plugin/collapse/values/docid_set.h"

namespace descry {

/** Finds the matches in one database.
 *
 *  Terms, MatchAll, AND, FILTER, OR, SYNONYM, MAX, AND_NOT, AND_MAYBE, XOR and SCALE_WEIGHT are
 *  walks over posting lists; any other part of a query is matched by Xapian with BoolWeight.
 */
class BooleanMatch {
  public:
    explicit BooleanMatch(const Xapian::Database& db) : db_(db), last_(db.get_lastdocid()) {}

    /// False if the docids of @a db are too sparse for a bit each.
    static bool is_possible(const Xapian::Database& db);

    /// False for queries that must be ranked whole: those whose matches depend on weights
    /// (OP_ELITE_SET), and those for which Xapian 1.4.22 and 1.4.29, ranking only the first few,
    /// sometimes returns wrong results (OP_AND_MAYBE) or crashes (OP_XOR, OP_MAX).
    static bool may_rank_a_part(const Xapian::Query& query);

    /// True for queries without weights: MatchAll, however restricted.
    static bool is_weightless(const Xapian::Query& query);

    /// An upper bound of the number of matches. Cost: a look-up per term.
    Xapian::doccount bound(const Xapian::Query& query) const;

    /// All matches. Cost: some 10 nanoseconds per posting, less for AND with rarer terms.
    DocidSet find(const Xapian::Query& query) const;

    /// Keeps the documents of @a set that match. Cost: at most find()'s; less for a small set.
    void restrict(const Xapian::Query& query, DocidSet& set) const;

    /// Keeps the documents of @a set that do not match. Cost: as restrict().
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

/// Looks up whether, and how often, documents contain a term.
class AscendingPostings {
  public:
    /// @param termfreq of @a term
    /// @param asked approximate number of calls of contains()
    AscendingPostings(const Xapian::Database& db, const std::string& term,
                      Xapian::doccount termfreq, std::size_t asked)
        : skips_(are_few(asked, termfreq)),
          at_(db.postlist_begin(term)),
          end_(db.postlist_end(term)) {}

    /// Whether skipping to each of @a asked documents is cheaper than reading all postings.
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

    const Xapian::PostingIterator& posting() const { return at_; }

  private:
    const bool skips_;
    Xapian::PostingIterator at_;
    const Xapian::PostingIterator end_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_MATCHING_BOOLEAN_MATCH_H
