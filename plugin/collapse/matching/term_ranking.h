/** @file term_ranking.h
 *  @brief All documents that match a query of terms, with the weights that Xapian gives them, from
 *         posting lists alone.
 *
 *  Xapian's match is made to find the first few: for each document it goes through a tree of lists,
 *  a weighting scheme and a heap, some 150 nanoseconds. Who wants all of them (for exact numbers of
 *  groups, or heads) has them in a tenth of that from the posting lists one after the other.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_MATCHING_TERM_RANKING_H
#define DESCRY_PLUGIN_COLLAPSE_MATCHING_TERM_RANKING_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include "plugin/collapse/matching/matches.h"

namespace descry {

class LengthColumn;

/** A query that is a term, or terms with AND or with OR, restricted by FILTER and AND_NOT to what
 *  other queries match; ranked by BM25 with Xapian's default parameters.
 *
 *  Weights are those of Xapian to the last bit: the formula of its BM25Weight, and sums in the
 * order of its matcher (AND: the rarest term first; OR: the tree that joins the two rarest parts
 * until one is left). is_exact() puts that to the test for the Xapian at hand.
 */
class TermRanking {
  public:
    /// nullopt for another kind of query, or another kind of database than a single local one.
    static std::optional<TermRanking> of(const Xapian::Database& db, const Xapian::Query& query);

    /// Whether this Xapian weighs as is written here; found out by the first call, with a few
    /// documents in memory.
    static bool is_exact();

    /// How many postings rank() will read at most.
    std::uint64_t postings() const;

    /// Cost: some 25 nanoseconds a posting, 12 with @a lengths (which may be null); of a term with
    /// AND beside rarer ones only what they have. Memory: 12 bytes a posting of OR, or of the
    /// rarest term of AND.
    Ranking rank(const LengthColumn* lengths) const;

  private:
    struct Leaf {
        std::string term;
        Xapian::termcount wqf;
        Xapian::doccount termfreq;
    };
    struct Restriction {
        Xapian::Query query;
        bool excludes;
    };

    explicit TermRanking(const Xapian::Database& db) : db_(db) {}

    bool add(const Xapian::Query& query);
    bool add_leaves(const Xapian::Query& query);
    Matches read(const Leaf& leaf, const LengthColumn* lengths) const;
    void add_weights(const Leaf& leaf, const LengthColumn* lengths, Matches& matches) const;
    Matches rank_conjunction(const LengthColumn* lengths) const;
    Matches rank_disjunction(const LengthColumn* lengths) const;
    void restrict(Matches& matches) const;
    Xapian::doccount count_terms_of(Xapian::docid did) const;

    Xapian::Database db_;
    bool is_conjunction_ = false;
    std::vector<Leaf> leaves_;
    std::vector<Restriction> restrictions_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_MATCHING_TERM_RANKING_H
