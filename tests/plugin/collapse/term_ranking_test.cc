// Weights of queries of terms are Xapian's to the last bit, and so are percentages.
#include "plugin/collapse/matching/term_ranking.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collapse/collapsing_enquire.h>

#include "plugin/collapse/matching/matcher.h"
#include "plugin/collapse/values/doc_value_column.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using Query = Xapian::Query;

std::string word(std::uint64_t number) {
    return "w" + std::to_string(number);
}

// Frequencies from few to all documents, several of them equal; lengths and wdfs of all sizes.
Xapian::WritableDatabase random_index(std::mt19937_64& random, unsigned documents) {
    Xapian::WritableDatabase db(std::string(), Xapian::DB_BACKEND_INMEMORY);
    for (unsigned i = 0; i < documents; ++i) {
        Xapian::Document document;
        for (unsigned number = 0; number < 12; ++number) {
            if (random() % (1 + number * number / 4) == 0)
                document.add_term(word(number), static_cast<Xapian::termcount>(random() % 4));
        }
        document.add_term("filler", static_cast<Xapian::termcount>(random() % 300));
        db.add_document(document);
    }
    for (unsigned deleted = 0; deleted < documents / 10; ++deleted) {
        const auto did = static_cast<Xapian::docid>(1 + random() % documents);
        try {
            db.delete_document(did);
        } catch (const Xapian::DocNotFoundError&) {
        }
    }
    return db;
}

Query random_terms(std::mt19937_64& random) {
    const auto term = [&] {
        return Query(word(random() % 13), static_cast<Xapian::termcount>(1 + random() % 3));
    };
    std::vector<Query> terms;
    for (std::uint64_t count = 1 + random() % 7; count > 0; --count)
        terms.push_back(term());
    return Query(random() % 2 == 0 ? Query::OP_AND : Query::OP_OR, terms.begin(), terms.end());
}

Query random_query(std::mt19937_64& random) {
    Query query = random_terms(random);
    while (random() % 3 == 0)
        query = Query(random() % 2 == 0 ? Query::OP_FILTER : Query::OP_AND_NOT, query,
                      random_terms(random));
    return query;
}

TEST(TermRanking, WeighsAsXapianDoes) {
    DESCRY_RANDOM(random);
    unsigned possible = 0;
    constexpr unsigned WORLDS = 30;
    constexpr unsigned QUERIES = 100;
    for (unsigned i = 0; i < WORLDS; ++i) {
        const auto documents = static_cast<unsigned>(1 + random() % 400);
        const Xapian::Database db = random_index(random, documents);
        const LengthColumn lengths(db);
        for (unsigned q = 0; q < QUERIES; ++q) {
            const Query query = random_query(random);
            SCOPED_TRACE(query.get_description());
            const auto ranking = TermRanking::of(db, query);
            if (!ranking) continue;
            ++possible;
            Xapian::Enquire enquire(db);
            enquire.set_query(query);
            const Xapian::MSet mset = enquire.get_mset(0, db.get_doccount(), db.get_doccount());
            const Matches expected = weighted_matches(mset);
            for (const bool kept : {false, true}) {
                const Ranking got = ranking->rank(kept ? &lengths : nullptr);
                ASSERT_EQ(got.matches.dids, expected.dids);
                ASSERT_EQ(got.matches.weights, expected.weights);
                ASSERT_EQ(got.greatest, mset.get_max_attained());
                for (const double weight : expected.weights)
                    ASSERT_EQ(got.percent_of(weight), mset.convert_to_percent(weight));
            }
        }
    }
    EXPECT_GT(possible, WORLDS * QUERIES / 2);
}

TEST(TermRanking, IsExactWithThisXapian) {
    EXPECT_TRUE(TermRanking::is_exact());
}

TEST(TermRanking, IsForXapiansDefaultWeights) {
    const auto has_default_weights = [](const Xapian::Weight& weight) {
        Matcher matcher(Xapian::Database("", Xapian::DB_BACKEND_INMEMORY), nullptr);
        EXPECT_TRUE(matcher.has_default_weights());
        matcher.set_weighting_scheme(weight);
        return matcher.has_default_weights();
    };
    EXPECT_TRUE(has_default_weights(Xapian::BM25Weight()));
    EXPECT_FALSE(has_default_weights(Xapian::BM25Weight(1, 0, 1, 0.4, 0.5)));
    EXPECT_FALSE(has_default_weights(Xapian::TradWeight()));
    EXPECT_FALSE(has_default_weights(Xapian::BoolWeight()));
}

TEST(TermRanking, IsForTermsAlone) {
    Xapian::WritableDatabase db(std::string(), Xapian::DB_BACKEND_INMEMORY);
    Xapian::Document document;
    document.add_term("a");
    db.add_document(document);
    const Query a("a");
    const Query b("b");
    EXPECT_TRUE(TermRanking::of(db, a));
    EXPECT_TRUE(TermRanking::of(db, a | b));
    EXPECT_TRUE(
        TermRanking::of(db, Query(Query::OP_AND_NOT, a & b, Query(Query::OP_VALUE_GE, 0, "x"))));
    for (const Query& other :
         {Query(), Query::MatchAll, Query(Query::OP_SCALE_WEIGHT, a, 2), (a & b) | Query("c"),
          Query(Query::OP_PHRASE, a, b), Query(Query::OP_XOR, a, b), Query(Query::OP_MAX, a, b),
          Query(Query::OP_SYNONYM, a, b), Query(Query::OP_AND_MAYBE, a, b),
          // Xapian's percentages count the range as a term.
          Query(Query::OP_FILTER, a, Query(Query::OP_VALUE_GE, 0, "x"))})
        EXPECT_FALSE(TermRanking::of(db, other)) << other.get_description();
    Xapian::Database two(db);
    two.add_database(db);
    EXPECT_FALSE(TermRanking::of(two, a));
}

// Asked for the first few alone, Xapian (1.4.22, 1.4.29) ends by a signal or gives others.
TEST(QueriesRankedWhole, GiveTheFirstOfTheWholeRanking) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 300; ++round) {
        const Xapian::Database db = random_index(random, static_cast<unsigned>(1 + random() % 40));
        const Query a = random_terms(random);
        const Query b = random_terms(random);
        for (const Query::op op :
             {Query::OP_XOR, Query::OP_MAX, Query::OP_ELITE_SET, Query::OP_AND_MAYBE}) {
            const Query query(op, a, b);
            SCOPED_TRACE(query.get_description());
            Xapian::Enquire enquire(db);
            enquire.set_query(query);
            const Xapian::MSet all = enquire.get_mset(0, db.get_doccount(), db.get_doccount());
            CollapsingEnquire ours(db);
            ours.set_query(query);
            const CollapsedMSet first = ours.get_mset(0, 3);
            ASSERT_EQ(first.matches, all.size());
            ASSERT_EQ(first.size(), std::min<Xapian::doccount>(3, all.size()));
            for (Xapian::doccount i = 0; i < first.size(); ++i) {
                EXPECT_EQ(first.items[i].did, *all[i]);
                EXPECT_DOUBLE_EQ(first.items[i].weight, all[i].get_weight());
            }
        }
    }
}

}  // namespace
}  // namespace descry
