#include "plugin/collapse/matching/term_ranking.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "plugin/base/docids_end.h"
#include "plugin/collapse/matching/boolean_match.h"
#include "plugin/collapse/values/doc_value_column.h"
#include "plugin/collapse/values/docid_set.h"

namespace descry {

namespace {

using Query = Xapian::Query;

// Xapian's BM25Weight with its default parameters, for one term (xapian-core 1.4.22 to 1.4.29,
// weight/bm25weight.cc): k1 = 1, k2 = 0, k3 = 1, b = 0.5, min_normlen = 0.5.
class Bm25 {
  public:
    Bm25(const Xapian::Database& db, Xapian::doccount termfreq, Xapian::termcount wqf) {
        const double documents = db.get_doccount();
        double odds = (documents - termfreq + 0.5) / (termfreq + 0.5);
        if (odds < 2) odds = odds * 0.5 + 1;
        term_weight_ = std::log(odds);
        term_weight_ *= (K3 + 1) * wqf / (K3 + wqf);
        term_weight_ *= K1 + 1;
        const double average = db.get_avlength();
        length_factor_ = average != 0 ? 1 / average : 0;
    }

    double weight(Xapian::termcount wdf, Xapian::termcount length) const {
        const double normalised = std::max(length * length_factor_, MIN_NORMLEN);
        const double denominator = K1 * (normalised * B + (1 - B)) + wdf;
        return term_weight_ * (wdf / denominator);
    }

  private:
    static constexpr double K1 = 1;
    static constexpr double K3 = 1;
    static constexpr double B = 0.5;
    static constexpr double MIN_NORMLEN = 0.5;

    double term_weight_;
    double length_factor_;
};

// Documents in either; a document in both gets the sum of its weights.
Matches merge(const Matches& left, const Matches& right) {
    const std::size_t most = left.size() + right.size();
    Matches both{std::vector<Xapian::docid>(most), std::vector<double>(most)};
    std::size_t l = 0;
    std::size_t r = 0;
    std::size_t out = 0;
    while (l < left.size() && r < right.size()) {
        const Xapian::docid a = left.dids[l];
        const Xapian::docid b = right.dids[r];
        both.dids[out] = std::min(a, b);
        both.weights[out] = (a <= b ? left.weights[l] : 0) + (b <= a ? right.weights[r] : 0);
        l += a <= b ? 1 : 0;
        r += b <= a ? 1 : 0;
        ++out;
    }
    for (; l < left.size(); ++l, ++out) {
        both.dids[out] = left.dids[l];
        both.weights[out] = left.weights[l];
    }
    for (; r < right.size(); ++r, ++out) {
        both.dids[out] = right.dids[r];
        both.weights[out] = right.weights[r];
    }
    both.dids.resize(out);
    both.weights.resize(out);
    return both;
}

// Keeps the matches for which keep(index) holds.
template <typename Keep>
void keep_if(Matches& matches, Keep keep) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < matches.size(); ++i) {
        if (!keep(i)) continue;
        matches.dids[kept] = matches.dids[i];
        matches.weights[kept] = matches.weights[i];
        ++kept;
    }
    matches.dids.resize(kept);
    matches.weights.resize(kept);
}

// Whether Xapian's percentages ignore a filter, as they should: they count value ranges.
bool is_uncounted(const Query& filter) {
    switch (filter.get_type()) {
        case Query::LEAF_TERM:
        case Query::LEAF_MATCH_ALL:
        case Query::LEAF_MATCH_NOTHING:
            return true;
        case Query::OP_AND:
        case Query::OP_OR:
        case Query::OP_AND_NOT:
        case Query::OP_FILTER:
        case Query::OP_NEAR:
        case Query::OP_PHRASE:
            for (std::size_t i = 0; i < filter.get_num_subqueries(); ++i) {
                if (!is_uncounted(filter.get_subquery(i))) return false;
            }
            return true;
        default:
            return false;
    }
}

// A part of Xapian's OR tree.
struct OrPart {
    Matches matches;
    Xapian::doccount estimate;  // number of documents, by Xapian's estimate
};

bool same_weights(const Xapian::Database& db, const Query& query) {
    const std::optional<TermRanking> ranking = TermRanking::of(db, query);
    if (!ranking) return false;
    const Ranking ours = ranking->rank(nullptr);
    Xapian::Enquire enquire(db);
    enquire.set_query(query);
    const Xapian::MSet mset = enquire.get_mset(0, db.get_doccount(), db.get_doccount());
    const Matches theirs = weighted_matches(mset);
    return ours.matches.dids == theirs.dids && ours.matches.weights == theirs.weights &&
           std::all_of(theirs.weights.begin(), theirs.weights.end(), [&](double weight) {
               return ours.percent_of(weight) == mset.convert_to_percent(weight);
           });
}

// Compares documents in memory, terms of several frequencies, and queries of each kind.
bool find_out_whether_exact() {
    try {
        Xapian::WritableDatabase db(std::string(), Xapian::DB_BACKEND_INMEMORY);
        std::vector<Query> words;
        for (unsigned word = 2; word < 9; ++word)
            words.emplace_back(std::string(1, static_cast<char>('a' + word)), word % 3 + 1);
        for (unsigned i = 1; i <= 60; ++i) {
            Xapian::Document document;
            for (unsigned word = 2; word < 9; ++word) {
                if (i % word == 0)
                    document.add_term(std::string(1, static_cast<char>('a' + word)),
                                      i * 7 % 5 + word % 2);
            }
            document.add_term("filler", i * 31 % 17);
            db.add_document(document);
        }
        const Query all(Query::OP_OR, words.begin(), words.end());
        return same_weights(db, words[0]) && same_weights(db, words[5]) && same_weights(db, all) &&
               same_weights(db, Query(Query::OP_AND, words.begin(), words.begin() + 3)) &&
               same_weights(db, Query(Query::OP_OR, words.begin() + 1, words.begin() + 4)) &&
               same_weights(db, Query(Query::OP_FILTER, all, words[2])) &&
               same_weights(db, Query(Query::OP_AND_NOT, all, words[1]));
    } catch (const Xapian::Error&) {
        return false;  // this Xapian has no databases in memory
    }
}

}  // namespace

bool TermRanking::is_exact() {
    static const bool is_exact = find_out_whether_exact();
    return is_exact;
}

std::optional<TermRanking> TermRanking::of(const Xapian::Database& db, const Query& query) {
    if (db.size() != 1 || !BooleanMatch::is_possible(db)) return std::nullopt;
    TermRanking ranking(db);
    if (!ranking.add(query)) return std::nullopt;
    // Xapian orders the terms together with the restrictions, which may matter between equal ones.
    if (ranking.is_conjunction_ && ranking.leaves_.size() > 2 && !ranking.restrictions_.empty()) {
        std::vector<Xapian::doccount> frequencies;
        for (const Leaf& leaf : ranking.leaves_)
            frequencies.push_back(leaf.termfreq);
        std::sort(frequencies.begin(), frequencies.end());
        if (std::adjacent_find(frequencies.begin(), frequencies.end()) != frequencies.end())
            return std::nullopt;
    }
    return ranking;
}

bool TermRanking::add(const Query& query) {
    switch (query.get_type()) {
        case Query::LEAF_TERM:
        case Query::OP_OR:
            return add_leaves(query);
        case Query::OP_AND:
            is_conjunction_ = true;
            return add_leaves(query);
        case Query::OP_FILTER:
        case Query::OP_AND_NOT:
            if (!add(query.get_subquery(0))) return false;
            for (std::size_t i = 1; i < query.get_num_subqueries(); ++i) {
                const bool excludes = query.get_type() == Query::OP_AND_NOT;
                restrictions_.push_back({query.get_subquery(i), excludes});
                if (!excludes && !is_uncounted(query.get_subquery(i))) return false;
            }
            return true;
        default:
            return false;
    }
}

bool TermRanking::add_leaves(const Query& query) {
    const std::size_t parts = query.get_num_subqueries();
    for (std::size_t i = 0; i < parts; ++i) {
        const Query part = query.get_subquery(i);
        if (part.get_type() != Query::LEAF_TERM || !add_leaves(part)) return false;
    }
    if (parts > 0) return true;
    const std::string term = *query.get_terms_begin();
    leaves_.push_back({term, query.get_length(), db_.get_termfreq(term)});
    return true;
}

std::uint64_t TermRanking::postings() const {
    std::uint64_t sum = 0;
    for (const Leaf& leaf : leaves_)
        sum += leaf.termfreq;
    return sum;
}

Ranking TermRanking::rank(const LengthColumn* lengths) const {
    Ranking ranking;
    ranking.matches = is_conjunction_ ? rank_conjunction(lengths) : rank_disjunction(lengths);
    restrict(ranking.matches);
    const std::vector<double>& weights = ranking.matches.weights;
    const auto greatest = std::max_element(weights.begin(), weights.end());
    if (greatest == weights.end() || *greatest == 0) return ranking;
    // The share of the query's terms in the first of the best documents.
    ranking.greatest = *greatest;
    const Xapian::docid best =
        ranking.matches.dids[static_cast<std::size_t>(greatest - weights.begin())];
    double scale = count_terms_of(best) / static_cast<double>(leaves_.size());
    scale /= ranking.greatest;
    ranking.percent_of = [factor = scale * 100.0](double weight) {
        const int percent = static_cast<int>(weight * factor + 100.0 * DBL_EPSILON);
        return std::clamp(percent, weight > 0 ? 1 : 0, 100);
    };
    return ranking;
}

Matches TermRanking::read(const Leaf& leaf, const LengthColumn* lengths) const {
    Matches matches{std::vector<Xapian::docid>(leaf.termfreq), std::vector<double>(leaf.termfreq)};
    const Bm25 scheme(db_, leaf.termfreq, leaf.wqf);
    std::size_t count = 0;
    const std::uint64_t docids = std::uint64_t{db_.get_lastdocid()} + 1;
    for_each_posting(db_, leaf.term, docids, [&](const Xapian::PostingIterator& at) {
        if (count == matches.size())
            throw Xapian::DatabaseCorruptError(
                "the index is damaged: a term has more postings "
                "than it says");
        const Xapian::docid did = *at;
        const Xapian::termcount length = lengths ? lengths->length_of(did) : at.get_doclength();
        matches.dids[count] = did;
        matches.weights[count] = scheme.weight(at.get_wdf(), length);
        ++count;
    });
    matches.dids.resize(count);
    matches.weights.resize(count);
    return matches;
}

// Keeps the matches with the term and adds its weight to theirs.
void TermRanking::add_weights(const Leaf& leaf, const LengthColumn* lengths,
                              Matches& matches) const {
    const Bm25 scheme(db_, leaf.termfreq, leaf.wqf);
    AscendingPostings postings(db_, leaf.term, leaf.termfreq, matches.size());
    keep_if(matches, [&](std::size_t i) {
        const Xapian::docid did = matches.dids[i];
        if (!postings.contains(did)) return false;
        const Xapian::PostingIterator& at = postings.posting();
        const Xapian::termcount length = lengths ? lengths->length_of(did) : at.get_doclength();
        matches.weights[i] += scheme.weight(at.get_wdf(), length);
        return true;
    });
}

Matches TermRanking::rank_conjunction(const LengthColumn* lengths) const {
    std::vector<const Leaf*> order(leaves_.size());
    std::vector<const Leaf*> as_given;
    for (const Leaf& leaf : leaves_)
        as_given.push_back(&leaf);
    std::partial_sort_copy(as_given.begin(), as_given.end(), order.begin(), order.end(),
                           [](const Leaf* a, const Leaf* b) { return a->termfreq < b->termfreq; });
    Matches matches = read(*order.front(), lengths);
    for (std::size_t i = 1; i < order.size(); ++i)
        add_weights(*order[i], lengths, matches);
    return matches;
}

Matches TermRanking::rank_disjunction(const LengthColumn* lengths) const {
    std::vector<OrPart> parts;
    for (const Leaf& leaf : leaves_)
        parts.push_back({read(leaf, lengths), leaf.termfreq});
    const auto more = [](const OrPart& a, const OrPart& b) { return a.estimate > b.estimate; };
    const double documents = db_.get_doccount();
    std::make_heap(parts.begin(), parts.end(), more);
    while (parts.size() > 1) {
        std::pop_heap(parts.begin(), parts.end(), more);
        const OrPart right = std::move(parts.back());
        parts.pop_back();
        std::pop_heap(parts.begin(), parts.end(), more);
        OrPart& left = parts.back();
        const double l = left.estimate;
        const double r = right.estimate;
        left.estimate = static_cast<Xapian::doccount>(l + r - l * r / documents + 0.5);
        left.matches = merge(left.matches, right.matches);
        std::push_heap(parts.begin(), parts.end(), more);
    }
    return std::move(parts.front().matches);
}

void TermRanking::restrict(Matches& matches) const {
    if (restrictions_.empty() || matches.dids.empty()) return;
    const BooleanMatch boolean(db_);
    DocidSet set(db_.get_lastdocid());
    for (const Xapian::docid did : matches.dids)
        set.insert(did);
    for (const Restriction& restriction : restrictions_) {
        if (restriction.excludes) {
            boolean.exclude(restriction.query, set);
        } else {
            boolean.restrict(restriction.query, set);
        }
    }
    keep_if(matches, [&](std::size_t i) { return set.contains(matches.dids[i]); });
}

Xapian::doccount TermRanking::count_terms_of(Xapian::docid did) const {
    if (is_conjunction_) return static_cast<Xapian::doccount>(leaves_.size());
    Xapian::doccount count = 0;
    for (const Leaf& leaf : leaves_) {
        if (AscendingPostings(db_, leaf.term, leaf.termfreq, 1).contains(did)) ++count;
    }
    return count;
}

}  // namespace descry
