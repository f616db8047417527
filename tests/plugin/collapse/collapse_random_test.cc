// CollapsingEnquire against brute force in small random worlds. DESCRY_COLLAPSE_CASES: how many
// searches (docs/development.md).
#include <algorithm>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include <descry/collapse/doc_values.h>

#include "tests/engine/random_seed.h"
#include "tests/plugin/collapse_worlds.h"
#include "tests/volume.h"

namespace descry {
namespace {

using namespace testing;

constexpr int SEARCHES_A_WORLD = 40;

int cases() {
    const char* const asked = std::getenv("DESCRY_COLLAPSE_CASES");
    return asked == nullptr ? scaled(3000) : std::atoi(asked);
}

ExpandOptions random_expand(std::mt19937_64& random, bool has_slot) {
    ExpandOptions options;
    options.rows = static_cast<Xapian::doccount>(random() % 4);
    options.sort = random_order(random);
    if (random() % 4 == 0) options.query = random_tree(random, 1);
    if (random() % 4 == 0) options.filters.emplace();
    if (options.filters && random() % 2 == 0) options.filters->push_back(random_tree(random, 1));
    options.null_group = random() % 2 == 0;
    if (!has_slot || random() % 4 == 0) options.slot = WORLD_OTHER_KEY;
    return options;
}

GroupOptions random_groups(std::mt19937_64& random) {
    GroupOptions options;
    options.limit = random() % 5 == 0 ? 4294967295u : static_cast<Xapian::doccount>(random() % 4);
    options.offset = static_cast<Xapian::doccount>(random() % 3 == 0 ? random() % 3 : 0);
    if (random() % 2 == 0) options.sort = random_order(random);
    options.null_policy = static_cast<NullPolicy>(random() % 3);
    return options;
}

void check_search(const CollapseWorld& world, const Search& search,
                  const std::shared_ptr<DocValues>& columns, std::mt19937_64& random) {
    CollapsingEnquire enquire = search.open(world, random() % 2 == 0 ? columns : nullptr);
    if (random() % 2 != 0) enquire.set_whole_limit(0);
    const auto first = static_cast<Xapian::doccount>(random() % 2 == 0 ? random() % 20 : 0);
    const auto rows = static_cast<Xapian::doccount>(random() % 12);
    const CollapsedMSet page = enquire.get_mset(first, rows);
    const CollapsedMSet expected_page = mset_oracle(world, search, first, rows);
    expect_same(page, expected_page);
    if (random() % 4 == 0) {
        enquire.set_totals(false);
        expect_same(enquire.get_mset(first, rows), without_totals(expected_page));
        enquire.set_totals(true);
    }

    const ExpandOptions expand = random_expand(random, !search.collapses.empty());
    expect_same(enquire.expand(page, expand), expand_oracle(world, search, page, expand));

    const GroupOptions options = random_groups(random);
    const GroupedMSet got = enquire.get_groups(first, rows, options);
    const GroupedMSet expected = groups_oracle(world, search, first, rows, options);
    EXPECT_EQ(got.first, expected.first);
    EXPECT_EQ(got.matches, expected.matches);
    EXPECT_EQ(got.groups, expected.groups);
    expect_same(got.items, expected.items);
}

TEST(CollapseRandom, AgreesWithBruteForce) {
    DESCRY_RANDOM(random);
    for (int number = 0; number < cases() && !HasFailure();) {
        const std::size_t shards = 1 + random() % 3;
        const bool in_memory = random() % 2 == 0;
        const CollapseWorld world = make_collapse_world(shards, in_memory, random);
        const auto columns = std::make_shared<DocValues>(world.db);
        for (int i = 0; i < SEARCHES_A_WORLD && number < cases() && !HasFailure(); ++i, ++number) {
            const Search search = random_search(random);
            SCOPED_TRACE("case " + std::to_string(number) + ", " + std::to_string(shards) +
                         (in_memory ? " shards in memory: " : " shards: ") + search.describe());
            check_search(world, search, columns, random);
        }
    }
}

// Pages concatenated are the whole: none repeats or loses a group, whatever the order.
TEST(CollapseRandom, PagesFollowOnEachOther) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 30 && !HasFailure(); ++round) {
        const CollapseWorld world = make_collapse_world(1 + random() % 3, round % 2 == 0, random);
        const Search search = random_search(random);
        SCOPED_TRACE(search.describe());
        CollapsingEnquire enquire = search.open(world, nullptr);
        if (round % 3 != 0) enquire.set_whole_limit(0);
        const CollapsedMSet whole = enquire.get_mset(0, 4294967295u);
        EXPECT_EQ(whole.groups, whole.size());
        CollapsedMSet pages = whole;
        pages.items.clear();
        const auto rows = static_cast<Xapian::doccount>(1 + random() % 4);
        for (Xapian::doccount first = 0; first < whole.groups + 5; first += rows) {
            const CollapsedMSet page = enquire.get_mset(first, rows);
            pages.items.insert(pages.items.end(), page.begin(), page.end());
            EXPECT_EQ(page.groups, whole.groups);
        }
        expect_same(pages, whole);
    }
}

}  // namespace
}  // namespace descry
