#include "plugin/collapse/matching/boolean_match.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "plugin/base/docids_end.h"

namespace descry {

namespace {

using Query = Xapian::Query;

std::string term_of(const Query& query) {
    return *query.get_terms_begin();
}

std::vector<Query> parts_of(const Query& query) {
    std::vector<Query> parts;
    for (std::size_t i = 0; i < query.get_num_subqueries(); ++i)
        parts.push_back(query.get_subquery(i));
    return parts;
}

}  // namespace

bool BooleanMatch::is_possible(const Xapian::Database& db) {
    constexpr std::uint64_t FREE = 1u << 23;
    return db.get_lastdocid() <= FREE + 64 * std::uint64_t{db.get_doccount()};
}

bool BooleanMatch::may_rank_a_part(const Query& query) {
    const Query::op type = query.get_type();
    if (type == Query::OP_ELITE_SET || type == Query::OP_XOR || type == Query::OP_MAX ||
        type == Query::OP_AND_MAYBE)
        return false;
    const std::vector<Query> parts = parts_of(query);
    return std::ranges::all_of(parts, may_rank_a_part);
}

bool BooleanMatch::is_weightless(const Query& query) {
    switch (query.get_type()) {
        case Query::LEAF_MATCH_ALL:
            return true;
        case Query::OP_FILTER:
        case Query::OP_AND_NOT:
        case Query::OP_SCALE_WEIGHT:
            return is_weightless(query.get_subquery(0));
        default:
            return false;
    }
}

Xapian::doccount BooleanMatch::bound(const Query& query) const {
    const Xapian::doccount all = db_.get_doccount();
    switch (query.get_type()) {
        case Query::LEAF_TERM:
            return db_.get_termfreq(term_of(query));
        case Query::LEAF_MATCH_NOTHING:
            return 0;
        case Query::OP_AND:
        case Query::OP_FILTER:
        case Query::OP_NEAR:
        case Query::OP_PHRASE: {
            Xapian::doccount least = all;
            for (const Query& part : parts_of(query))
                least = std::min(least, bound(part));
            return least;
        }
        case Query::OP_OR:
        case Query::OP_XOR:
        case Query::OP_SYNONYM:
        case Query::OP_MAX:
        case Query::OP_ELITE_SET: {
            std::uint64_t sum = 0;
            for (const Query& part : parts_of(query))
                sum += bound(part);
            return static_cast<Xapian::doccount>(std::min<std::uint64_t>(sum, all));
        }
        case Query::OP_AND_NOT:
        case Query::OP_AND_MAYBE:
        case Query::OP_SCALE_WEIGHT:
            return bound(query.get_subquery(0));
        default:
            return all;
    }
}

DocidSet BooleanMatch::find(const Query& query) const {
    switch (query.get_type()) {
        case Query::LEAF_TERM: {
            DocidSet set(last_);
            add_term(term_of(query), set);
            return set;
        }
        case Query::LEAF_MATCH_ALL: {
            DocidSet set(last_);
            if (db_.get_doccount() == last_) {
                set.insert_all(last_);
            } else {
                add_term(std::string(), set);
            }
            return set;
        }
        case Query::LEAF_MATCH_NOTHING:
            return DocidSet(last_);
        case Query::OP_AND:
        case Query::OP_FILTER:
            return find_all(query);
        case Query::OP_OR:
        case Query::OP_SYNONYM:
        case Query::OP_MAX:
            return find_any(query);
        case Query::OP_XOR: {
            DocidSet set(last_);
            for (const Query& part : parts_of(query))
                set ^= find(part);
            return set;
        }
        case Query::OP_AND_NOT: {
            DocidSet set = find(query.get_subquery(0));
            for (std::size_t i = 1; i < query.get_num_subqueries(); ++i)
                exclude(query.get_subquery(i), set);
            return set;
        }
        case Query::OP_AND_MAYBE:
        case Query::OP_SCALE_WEIGHT:
            return find(query.get_subquery(0));
        default:
            return find_by_xapian(query);
    }
}

void BooleanMatch::restrict(const Query& query, DocidSet& set) const {
    switch (query.get_type()) {
        case Query::LEAF_MATCH_ALL:
            return;
        case Query::LEAF_TERM:
            return restrict_to_term(term_of(query), set);
        case Query::OP_AND:
        case Query::OP_FILTER:
            for (const Query& part : parts_of(query))
                restrict(part, set);
            return;
        case Query::OP_OR:
        case Query::OP_SYNONYM:
        case Query::OP_MAX:
            return restrict_to_any(query, set);
        case Query::OP_AND_NOT:
            restrict(query.get_subquery(0), set);
            for (std::size_t i = 1; i < query.get_num_subqueries(); ++i)
                exclude(query.get_subquery(i), set);
            return;
        case Query::OP_AND_MAYBE:
        case Query::OP_SCALE_WEIGHT:
            return restrict(query.get_subquery(0), set);
        default:
            set &= find(query);
            return;
    }
}

void BooleanMatch::exclude(const Query& query, DocidSet& set) const {
    DocidSet excluded = set;
    restrict(query, excluded);
    set -= excluded;
}

// The rarest part first; the others only look up its documents.
DocidSet BooleanMatch::find_all(const Query& query) const {
    std::vector<std::pair<Xapian::doccount, std::size_t>> order;
    for (std::size_t i = 0; i < query.get_num_subqueries(); ++i)
        order.emplace_back(bound(query.get_subquery(i)), i);
    std::sort(order.begin(), order.end());
    DocidSet set = find(query.get_subquery(order.front().second));
    for (std::size_t i = 1; i < order.size(); ++i)
        restrict(query.get_subquery(order[i].second), set);
    return set;
}

DocidSet BooleanMatch::find_any(const Query& query) const {
    DocidSet set(last_);
    for (const Query& part : parts_of(query)) {
        if (part.get_type() == Query::LEAF_TERM) {
            add_term(term_of(part), set);
        } else {
            set |= find(part);
        }
    }
    return set;
}

void BooleanMatch::restrict_to_term(const std::string& term, DocidSet& set) const {
    const Xapian::doccount termfreq = db_.get_termfreq(term);
    const Xapian::doccount asked = set.size();
    DocidSet having(last_);
    if (!AscendingPostings::are_few(asked, termfreq)) {
        add_term(term, having);
        set &= having;
        return;
    }
    AscendingPostings postings(db_, term, termfreq, asked);
    set.for_each([&](Xapian::docid did) {
        if (postings.contains(did)) having.insert(did);
    });
    set = std::move(having);
}

void BooleanMatch::restrict_to_any(const Query& query, DocidSet& set) const {
    DocidSet any(last_);
    for (const Query& part : parts_of(query)) {
        DocidSet having = set;
        restrict(part, having);
        any |= having;
    }
    set = std::move(any);
}

void BooleanMatch::add_term(const std::string& term, DocidSet& set) const {
    for_each_posting(db_, term, std::uint64_t{last_} + 1,
                     [&](const Xapian::PostingIterator& posting) { set.insert(*posting); });
}

DocidSet BooleanMatch::find_by_xapian(const Query& query) const {
    Xapian::Enquire enquire(db_);
    enquire.set_query(query);
    enquire.set_weighting_scheme(Xapian::BoolWeight());
    const Xapian::doccount all = db_.get_doccount();
    const Xapian::MSet mset = enquire.get_mset(0, all, all);
    DocidSet set(last_);
    for (auto item = mset.begin(); item != mset.end(); ++item)
        set.insert(*item);
    return set;
}

}  // namespace descry
