#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collapse/collapse.h>
#include <descry/collapse/collapsing_enquire.h>

#include "tests/engine/random_seed.h"
#include "tests/plugin/collapse_worlds.h"
#include "tests/plugin/small_worlds.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

enum class Backend { GLASS, IN_MEMORY };

struct World {
    std::unique_ptr<TempFolder> folder;  // until the databases are closed
    std::vector<Xapian::WritableDatabase> shards;
    Xapian::Database whole;
    Xapian::valueno slot = 0;
};

World make_world(Backend backend, std::size_t shards, std::mt19937_64& random) {
    constexpr Xapian::valueno SLOTS[] = {1000, 0, 7, 4294967290u};
    World world;
    world.slot = SLOTS[random() % 4];
    world.folder = std::make_unique<TempFolder>();
    for (std::size_t i = 0; i < shards; ++i) {
        const std::string path = *world.folder / std::to_string(i);
        world.shards.push_back(backend == Backend::GLASS
                                   ? create_database(path)
                                   : Xapian::WritableDatabase("", Xapian::DB_BACKEND_INMEMORY));
        // Of different sizes, so that the docids of a shard are not those of the whole.
        add_random_documents(world.shards.back(), random() % (i == 0 ? 60 : 25), world.slot,
                             random);
        if (backend == Backend::IN_MEMORY) {
            world.whole.add_database(world.shards.back());
        } else if (shards > 1) {
            world.whole.add_database(Xapian::Database(path));
        } else {
            world.whole = Xapian::Database(path);
        }
    }
    return world;
}

class CollapseTest : public ::testing::TestWithParam<std::pair<Backend, std::size_t>> {};

INSTANTIATE_TEST_SUITE_P(Worlds, CollapseTest,
                         ::testing::Values(std::pair(Backend::GLASS, 1),
                                           std::pair(Backend::GLASS, 2),
                                           std::pair(Backend::GLASS, 3),
                                           std::pair(Backend::IN_MEMORY, 1),
                                           std::pair(Backend::IN_MEMORY, 3)),
                         [](const auto& world) {
                             return (world.param.first == Backend::GLASS ? "Glass" : "InMemory") +
                                    std::to_string(world.param.second);
                         });

CollapsedMSet search(const Xapian::Database& db, const Xapian::Query& query, Xapian::valueno slot,
                     Xapian::doccount first, Xapian::doccount maxitems) {
    CollapsingEnquire enquire(db);
    enquire.set_query(query);
    enquire.set_collapse_key(slot);
    return enquire.get_mset(first, maxitems);
}

// Queries, orders and pages of all kinds: collapse_random_test.cc.
TEST_P(CollapseTest, PagesAreTheFirstOfEachKey) {
    const auto [backend, shards] = GetParam();
    DESCRY_RANDOM(random);
    for (int round = 0; round < 25 && !HasFailure(); ++round) {
        const World world = make_world(backend, shards, random);
        for (int number = 0; number < 15 && !HasFailure(); ++number) {
            const Xapian::Query query = random_query(random);
            SCOPED_TRACE("round " + std::to_string(round) + ", " + query.get_description());
            const auto first = static_cast<Xapian::doccount>(random() % 3 == 0 ? random() % 12 : 0);
            const auto rows = static_cast<Xapian::doccount>(random() % 15);
            expect_same(search(world.whole, query, world.slot, first, rows),
                        search_oracle(world.whole, query, world.slot, first, rows));
        }
    }
}

TEST_P(CollapseTest, GroupsByKey) {
    const auto [backend, shards] = GetParam();
    DESCRY_RANDOM(random);
    for (int round = 0; round < 30; ++round) {
        const World world = make_world(backend, shards, random);
        const std::vector<KeyGroup> all = groups_oracle(world.whole, world.slot);
        for (const Xapian::doccount min_size : {0u, 1u, 2u, 3u, 1000u}) {
            const std::vector<KeyGroup> got = groups_by_key(world.whole, world.slot, min_size);
            std::size_t i = 0;
            for (const KeyGroup& group : all) {
                if (group.members.size() < min_size) continue;
                ASSERT_LT(i, got.size());
                ASSERT_EQ(got[i].key, group.key);
                ASSERT_EQ(got[i].members, group.members);
                ++i;
            }
            ASSERT_EQ(i, got.size());
        }
        EXPECT_TRUE(groups_by_key(world.whole, 55).empty());
    }
}

TEST(Collapse, EmptyDatabases) {
    TempFolder folder;
    build_database(folder / "db", {}, Style::WORDS);
    const CollapsedMSet page =
        search(Xapian::Database(folder / "db"), Xapian::Query("a"), 1000, 0, 10);
    EXPECT_EQ(page.matches, 0u);
    EXPECT_EQ(page.groups, 0u);
    EXPECT_TRUE(page.empty());
    EXPECT_TRUE(groups_by_key(Xapian::Database(folder / "db"), 1000).empty());
}

// Members that do not match the query count, as the header says.
TEST(Collapse, SizesCountTheWholeIndex) {
    Xapian::WritableDatabase db("", Xapian::DB_BACKEND_INMEMORY);
    for (const char* term : {"x", "y", "y", "x", "y"}) {
        Xapian::Document document;
        document.add_term(term);
        document.add_value(5, "same");
        db.add_document(document);
    }
    const CollapsedMSet page = search(db, Xapian::Query("x"), 5, 0, 10);
    ASSERT_EQ(page.size(), 1u);
    EXPECT_EQ(page.matches, 2u);
    EXPECT_EQ(page.groups, 1u);
    EXPECT_EQ(page.items[0].did, 1u);
    EXPECT_EQ(page.items[0].matching, 2u);
    EXPECT_EQ(page.items[0].size, 5u);
}

TEST(Collapse, PagesFarBeyondTheEnd) {
    Xapian::WritableDatabase db("", Xapian::DB_BACKEND_INMEMORY);
    std::mt19937_64 random(1);
    add_random_documents(db, 50, 5, random);
    constexpr Xapian::doccount MAX = 4294967295u;
    for (const auto& [start, rows] : {std::pair(MAX, MAX), std::pair(0u, MAX), std::pair(MAX, 1u),
                                      std::pair(5u, MAX), std::pair(40u, 40u), std::pair(0u, 0u)}) {
        SCOPED_TRACE(std::to_string(start) + ", " + std::to_string(rows));
        expect_same(search(db, Xapian::Query::MatchAll, 5, start, rows),
                    search_oracle(db, Xapian::Query::MatchAll, 5, start, rows));
    }
}

// A page of three is found in the first six ranked at best; here it takes several hundred.
TEST(Collapse, RankingsThatBeginWithOneKey) {
    Xapian::WritableDatabase db("", Xapian::DB_BACKEND_INMEMORY);
    for (Xapian::termcount wdf = 400; wdf > 0; --wdf) {
        Xapian::Document document;
        document.add_term("x", wdf);
        if (wdf % 2 == 0) document.add_term("y");
        document.add_value(5, wdf > 150 ? "many" : std::to_string(wdf / 2));
        db.add_document(document);
    }
    const Xapian::Query query(Xapian::Query::OP_OR, Xapian::Query("x"), Xapian::Query("y"));
    for (Xapian::doccount start = 0; start < 5; ++start) {
        const CollapsedMSet expected = search_oracle(db, query, 5, start, 3);
        for (const Xapian::doccount whole_limit : {0u, 1000u}) {
            CollapsingEnquire enquire(db);
            enquire.set_query(query);
            enquire.set_collapse_key(5);
            enquire.set_whole_limit(whole_limit);
            expect_same(enquire.get_mset(start, 3), expected);
        }
    }
}

TEST(Collapse, SizesReachToTheLastDocid) {
    constexpr Xapian::docid LAST = 4294967295u;
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    for (const Xapian::docid did : {1u, 2u, LAST}) {
        Xapian::Document document;
        document.add_term(did == 1 ? "x" : "y");
        document.add_value(5, "same");
        db.replace_document(did, document);
    }
    db.commit();
    CollapsingEnquire enquire(db);
    enquire.set_query(Xapian::Query("x"));
    enquire.set_collapse_key(5);
    const CollapsedMSet page = enquire.get_mset(0, 10);
    ASSERT_EQ(page.size(), 1u);
    EXPECT_EQ(page.items[0].size, 3u);
    ExpandOptions everything;
    everything.query = Xapian::Query::MatchAll;
    const std::vector<MemberGroup> groups = enquire.expand(page, everything);
    ASSERT_EQ(groups.size(), 1u);
    ASSERT_EQ(groups[0].members.size(), 2u);
    EXPECT_EQ(groups[0].members[0].did, 2u);
    EXPECT_EQ(groups[0].members[1].did, LAST);
}

TEST(Collapse, AnIndexThatMovedOnIsReopened) {
    TempFolder folder;
    const std::vector<std::string> texts = make_texts(300, 51);
    build_database(folder / "db", texts, Style::WORDS);
    Xapian::Database reader(folder / "db");
    for (unsigned commit = 1; commit <= 2; ++commit) {
        Xapian::WritableDatabase writer = open_to_write(folder / "db");
        for (Xapian::docid did = 1; did <= texts.size(); ++did) {
            Xapian::Document document =
                make_document(texts[(did + commit) % texts.size()], did, Style::WORDS);
            document.add_value(5, std::to_string(did % 7));
            writer.replace_document(did, document);
        }
        writer.commit();
    }
    EXPECT_THROW(search(reader, Xapian::Query("word1"), 5, 0, 10), Xapian::DatabaseModifiedError);
    reader.reopen();
    expect_same(search(reader, Xapian::Query("word1"), 5, 0, 10),
                search_oracle(reader, Xapian::Query("word1"), 5, 0, 10));
}

}  // namespace
}  // namespace descry
