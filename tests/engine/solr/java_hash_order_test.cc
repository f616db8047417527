#include "engine/solr/java_hash_order.h"

#include <chrono>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>

#include "tests/engine/java_hash_map_oracle.h"
#include "tests/engine/java_token_stream.h"

namespace descry {
namespace {

using testing::ascii_java_hash;
using testing::JavaHashMapOracle;
using testing::make_stream;
using testing::Stream;
using testing::StreamToken;

std::string listing(const JavaHashCounter& counter) {
    std::string out;
    counter.for_each([&](std::string_view token, std::uint32_t count) {
        out.append(token).append(" ").append(std::to_string(count)).append("\n");
    });
    return out;
}

std::string listing(const JavaHashMapOracle& oracle) {
    std::string out;
    for (const auto* node : oracle.nodes()) {
        out.append(node->token).append(" ").append(std::to_string(node->count)).append("\n");
    }
    return out;
}

void add(JavaHashCounter& counter, std::string_view token) {
    counter.add(token, ascii_java_hash(token));
}

// The words of {an, c0}^pairs in binary order: all have one hash.
std::vector<std::string> equal_hashes(unsigned pairs, std::size_t number) {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < number; ++i) {
        std::string token;
        for (unsigned bit = pairs; bit-- > 0;)
            token += ((i >> bit) & 1) != 0 ? "c0" : "an";
        tokens.push_back(token);
    }
    return tokens;
}

// Iteration order as insertion numbers.
std::vector<std::size_t> order_of(const std::vector<std::string>& tokens) {
    JavaHashCounter counter;
    for (const std::string& token : tokens)
        add(counter, token);
    std::vector<std::size_t> order;
    counter.for_each([&](std::string_view token, std::uint32_t) {
        order.push_back(static_cast<std::size_t>(std::find(tokens.begin(), tokens.end(), token) -
                                                 tokens.begin()));
    });
    return order;
}

TEST(JavaHashCounter, StartsEmpty) {
    const JavaHashCounter counter;
    EXPECT_EQ(counter.distinct(), 0U);
    EXPECT_EQ(counter.max_count(), 0U);
    EXPECT_EQ(counter.bins(), 16U);
    EXPECT_EQ(listing(counter), "");
}

TEST(JavaHashCounter, CountsAndListsByBin) {
    // java.util.HashMap's order of these words, as Java 17 prints it.
    JavaHashCounter counter;
    for (const char* token : {"the", "cat", "sat", "the", "mat"})
        add(counter, token);
    EXPECT_EQ(listing(counter), "the 2\nmat 1\ncat 1\nsat 1\n");
    EXPECT_EQ(counter.max_count(), 2U);
    EXPECT_EQ(counter.distinct(), 4U);
}

TEST(JavaHashCounter, DoublesAtThe13th25thAnd49thToken) {
    JavaHashCounter counter;
    std::size_t added = 0;
    for (const auto& [tokens, bins] : {std::pair{12U, 16U},
                                       {13U, 32U},
                                       {24U, 32U},
                                       {25U, 64U},
                                       {48U, 64U},
                                       {49U, 128U},
                                       {96U, 128U},
                                       {97U, 256U}}) {
        while (added < tokens)
            add(counter, std::to_string(1000 + 37 * added++));
        EXPECT_EQ(counter.bins(), bins) << tokens;
    }
}

TEST(JavaHashCounter, NinthTokenOfABinDoublesThenMakesATree) {
    // Bins and trees after each token with one and the same hash.
    JavaHashCounter counter;
    std::vector<std::size_t> bins;
    std::vector<std::size_t> trees;
    for (const std::string& token : equal_hashes(4, 12)) {
        add(counter, token);
        bins.push_back(counter.bins());
        trees.push_back(counter.tree_bins());
    }
    EXPECT_EQ(bins, (std::vector<std::size_t>{16, 16, 16, 16, 16, 16, 16, 16, 32, 64, 64, 64}));
    EXPECT_EQ(trees, (std::vector<std::size_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1}));
}

TEST(JavaHashCounter, TreeOrdersOfTheRealHashMap) {
    // Measured on Java 17: sixteen tokens of one hash, in order and reversed.
    std::vector<std::string> tokens = equal_hashes(4, 16);
    EXPECT_EQ(order_of(tokens),
              (std::vector<std::size_t>{3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
    std::vector<std::string> reversed(tokens.rbegin(), tokens.rend());
    std::vector<std::size_t> in_tokens;
    for (const std::size_t i : order_of(reversed))
        in_tokens.push_back(15 - i);
    ASSERT_EQ(in_tokens.size(), 16U);
    EXPECT_EQ(std::vector<std::size_t>(in_tokens.begin(), in_tokens.begin() + 4),
              (std::vector<std::size_t>{12, 15, 14, 13}));
    EXPECT_EQ(in_tokens.back(), 0U);
}

// MD5 of the listings of streams 1 to 1000 of each kind, printed by a Java 17 program that makes
// the same streams and fills a java.util.HashMap with get and put.
TEST(JavaHashCounter, ThousandStreamsListedAsByJava17) {
    const std::pair<Stream, const char*> golden[] = {
        {Stream::WORDS, "67c6b95d578d0fdc795219825ff654d9"},
        {Stream::COLLISIONS, "54704394b748b8fa082bbc685d1eccef"},
        {Stream::MIXED, "63f2cf628d1d6280faddfee78bc2b375"},
        {Stream::FORCED, "1d7910621edc80ffe3402f2e97e4d6df"}};
    JavaHashCounter counter;
    for (const auto& [kind, digest] : golden) {
        std::string all;
        for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
            counter.clear();
            for (const StreamToken& token : make_stream(kind, seed)) {
                counter.add(token.text, token.hash);
            }
            all += listing(counter);
        }
        EXPECT_EQ(to_hex(as_bytes(md5(all))), digest) << "kind " << static_cast<int>(kind);
    }
}

TEST(JavaHashCounter, AgreesWithTheOracleAfterEachToken) {
    const std::uint64_t random = std::random_device{}();
    std::size_t most_trees = 0;
    std::size_t trees_that_went = 0;
    for (unsigned round = 0; round < 300; ++round) {
        // The first half, always the same, is known to reach what the streams are meant for.
        const std::uint64_t seed = round < 150 ? round : random + round;
        const auto kind = static_cast<Stream>(round % 4);
        SCOPED_TRACE("kind " + std::to_string(round % 4) + ", seed " + std::to_string(seed));
        JavaHashCounter counter;
        JavaHashMapOracle oracle;
        std::size_t trees = 0;
        const std::vector<StreamToken> stream = make_stream(kind, seed);
        for (std::size_t i = 0; i < stream.size(); ++i) {
            counter.add(stream[i].text, stream[i].hash);
            oracle.add(stream[i].text, stream[i].hash);
            ASSERT_EQ(counter.bins(), oracle.bins());
            ASSERT_EQ(counter.tree_bins(), oracle.tree_bins());
            if (counter.tree_bins() < trees) ++trees_that_went;
            trees = counter.tree_bins();
            most_trees = std::max(most_trees, trees);
            if (i < 100 || i % 64 == 0 || i + 1 == stream.size()) {
                ASSERT_EQ(listing(counter), listing(oracle)) << "after token " << i;
            }
        }
    }
    EXPECT_GT(most_trees, 1U);
    EXPECT_GT(trees_that_went, 0U);
}

TEST(JavaHashCounter, ForEachAtLeastPlacesAsForEach) {
    std::uint64_t seed = std::random_device{}();
    for (int round = 0; round < 100; ++round, ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        JavaHashCounter counter;
        for (const StreamToken& token : make_stream(static_cast<Stream>(round % 4), seed)) {
            counter.add(token.text, token.hash);
        }
        for (std::uint32_t minimum = 0; minimum <= 3; ++minimum) {
            std::vector<std::string> expected;
            counter.for_each([&](std::string_view token, std::uint32_t count) {
                if (count >= minimum) expected.emplace_back(token);
            });
            std::vector<std::pair<std::uint64_t, std::string>> placed;
            counter.for_each_at_least(
                minimum, [&](std::string_view token, std::uint32_t count, std::uint64_t place) {
                    EXPECT_GE(count, minimum);
                    placed.emplace_back(place, token);
                });
            std::sort(placed.begin(), placed.end());
            std::vector<std::string> tokens;
            for (const auto& [place, token] : placed)
                tokens.push_back(token);
            ASSERT_EQ(tokens, expected) << "minimum " << minimum;
        }
    }
}

TEST(JavaHashCounter, ClearedIsAsGoodAsNew) {
    JavaHashCounter used;
    for (const StreamToken& token : make_stream(Stream::FORCED, 8)) {
        used.add(token.text, token.hash);
    }
    for (const std::string& token : equal_hashes(5, 32))
        add(used, token);
    ASSERT_GT(used.tree_bins(), 0U);
    used.clear();
    EXPECT_EQ(used.distinct(), 0U);
    EXPECT_EQ(used.bins(), 16U);
    EXPECT_EQ(used.tree_bins(), 0U);
    JavaHashCounter fresh;
    for (const StreamToken& token : make_stream(Stream::MIXED, 9)) {
        used.add(token.text, token.hash);
        fresh.add(token.text, token.hash);
    }
    EXPECT_EQ(listing(used), listing(fresh));
}

TEST(JavaHashCounter, EmptyTokenIsAToken) {
    JavaHashCounter counter;
    counter.add({}, 0);
    counter.add("", 0);
    EXPECT_EQ(listing(counter), " 2\n");
}

TEST(JavaHashCounter, AnAttackStaysLogarithmic) {
    // 131072 tokens of one hash, twice: lists would compare 1.7e10 pairs, which takes minutes.
    const std::vector<std::string> tokens = equal_hashes(17, std::size_t{1} << 17);
    JavaHashCounter counter;
    const auto start = std::chrono::steady_clock::now();
    for (int round = 0; round < 2; ++round) {
        for (const std::string& token : tokens)
            add(counter, token);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
    EXPECT_EQ(counter.distinct(), tokens.size());
    EXPECT_EQ(counter.max_count(), 2U);
}

TEST(JavaStringOrder, ComparesUtf16Units) {
    // Ascending for String.compareTo: the surrogates of U+10000 and U+1F600 stand before U+E000.
    const std::vector<std::string> ascending = {
        "",           "a",          "ab",         "b",      "\u00e9", "\u65e5", "\ud7ff",
        "\U00010000", "\U0001f600", "\U0010ffff", "\ue000", "\uff21", "\uffff"};
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        for (std::size_t j = 0; j < ascending.size(); ++j) {
            EXPECT_EQ(java_string_order(ascending[i], ascending[j]), i <=> j) << i << " " << j;
            EXPECT_EQ(java_string_order("x" + ascending[i], "x" + ascending[j]), i <=> j);
        }
    }
}

}  // namespace
}  // namespace descry
