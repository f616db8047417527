#include "engine/collection/term_table.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

TermTable::Key key_of(const std::string& term) {
    return {term, hash64(term), mark_of(term)};
}

TEST(TermTable, GivesBackTermsOfAnySize) {
    std::mt19937_64 random(testing::random_seed());
    std::set<std::string> distinct = {""};
    for (const std::size_t size : {65'536u, 1'048'575u, 1'048'576u, 3'000'000u})
        distinct.emplace(size, 'x');
    while (distinct.size() < 40'000) {
        std::string term(1 + random() % 12, '\0');
        for (char& byte : term)
            byte = static_cast<char>(random());
        distinct.insert(term);
    }
    std::vector<std::string> terms(distinct.begin(), distinct.end());
    std::ranges::shuffle(terms, random);

    TermTable table;
    for (std::uint32_t number = 0; number < terms.size(); ++number) {
        ASSERT_EQ(table.find(key_of(terms[number])), std::nullopt);
        ASSERT_EQ(table.add(key_of(terms[number])), number);
        for (unsigned i = 0; i < number % 3; ++i)
            table.count_document(number);
    }
    ASSERT_EQ(table.size(), terms.size());
    for (std::uint32_t number = 0; number < terms.size(); ++number) {
        ASSERT_EQ(table.find(key_of(terms[number])), number);
        ASSERT_EQ(table.term(number), terms[number]);
        ASSERT_EQ(table.hash(number), hash64(terms[number]));
        ASSERT_EQ(table.mark(number), mark_of(terms[number]));
        ASSERT_EQ(table.documents(number), number % 3);
    }
    table.finish();
    ASSERT_EQ(table.term(7), terms[7]);
}

// Somebody may make words of one hash64(), but not of one secret hash. Few bits of that say where
// to look, so that these must differ in the others to be compared at all.
TEST(TermTable, TellsApartTermsOfOneHash) {
    TermTable table;
    const TermMark mark = mark_of("first");
    const TermTable::Key first{"first", 1, mark};
    table.add(first);
    EXPECT_EQ(table.find(first), 0u);
    EXPECT_EQ(table.find({"second", 1, mark ^ 0x00ffff00}), std::nullopt);
    EXPECT_EQ(table.find({"second", 2, mark}), std::nullopt);
    const TermTable::Key second{"second", 1, mark_of("second")};
    EXPECT_EQ(table.find(second), std::nullopt);
    table.add(second);
    EXPECT_EQ(table.find(second), 1u);
    EXPECT_EQ(table.find(first), 0u);
}

}  // namespace
}  // namespace descry
