/** @file term_ranking.h
 *  @brief Ranks all matches of a query of terms with Xapian's weights, from posting lists alone.
 *
 *  Xapian's match is designed to find the first few results: each document passes through a tree of
 *  lists, a weighting scheme and a heap, some 150 nanoseconds. If all matches are needed (for exact
 *  group counts, or heads), reading the posting lists one after another takes a tenth of that.
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

/** A query that is a term, or terms joined by AND or by OR, restricted by FILTER and AND_NOT to the
 *  matches of other queries; ranked by BM25 with Xapian's default parameters.
 *
 *  Weights equal Xapian's to the last bit: the formula of its BM25Weight, and sums in the order of
 *  its matcher (AND: the rarest term first; OR: a tree that repeatedly joins the two rarest parts).
 *  is_exact() tests this for the loaded Xapian.
 */
class TermRanking {
  public:
    /// nullopt for other queries, and for anything but a single local database.
    static std::optional<TermRanking> of(const Xapian::Database& db, const Xapian::Query& query);

    /// Whether the loaded Xapian computes these weights; tested by the first call, in memory.
    static bool is_exact();

    std::uint64_t postings() const;

    /// Cost: some 25 nanoseconds per posting, 12 with @a lengths (may be null); in AND only
    /// postings of the rarest term's documents. Memory: 12 bytes per posting of OR, or of AND's
    /// rarest term.
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
