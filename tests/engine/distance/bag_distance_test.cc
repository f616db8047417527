#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/distance/bag_distance.h>

#include "tests/crafted_hashes.h"
#include "tests/engine/random_seed.h"
#include "tests/volume.h"

namespace descry {
namespace {

__extension__ using Wide = unsigned __int128;

using Words = std::map<std::string, std::uint32_t>;

std::vector<TermCount> terms_of(const Words& words) {
    std::vector<TermCount> terms;
    for (const auto& [term, wdf] : words)
        terms.push_back({term, wdf});
    return terms;
}

Bag bag_of(const Words& words) {
    return Bag(terms_of(words));
}

struct Parts {
    Wide numerator = 0;  // without the rule that it is not below 0
    bool negative = false;
    Wide longer = 0;
};

// RECIPE 7, sum by sum.
Parts naive_parts(const Words& a, const Words& b) {
    Wide la = 0, lb = 0, na = 0, nb = 0, s = 0, k = 0;
    for (const auto& [term, wdf] : a) {
        la += Wide{wdf} * (term.size() + 1);
        na += wdf;
        const auto other = b.find(term);
        if (other == b.end()) continue;
        s += Wide{std::min(wdf, other->second)} * (term.size() + 1);
        k += std::min(wdf, other->second);
    }
    for (const auto& [term, wdf] : b) {
        lb += Wide{wdf} * (term.size() + 1);
        nb += wdf;
    }
    const Wide m = std::max(la, lb);
    const Wide minus = s + std::min(na, nb) - k;
    return {m - std::min(m, minus), minus > m, m};
}

DistanceMillionths rounded_up(Wide numerator, Wide denominator) {
    if (denominator == 0) return 0;
    Wide millionths = numerator * 1'000'000 / denominator;
    if (millionths * denominator < numerator * 1'000'000) ++millionths;
    return static_cast<DistanceMillionths>(millionths);
}

DistanceMillionths naive_distance(const Words& a, const Words& b) {
    const Parts parts = naive_parts(a, b);
    return rounded_up(parts.numerator, parts.longer);
}

Words random_words(std::mt19937_64& random) {
    Words words;
    const std::size_t kind = random() % 4;
    for (std::size_t left = random() % 12; left > 0; --left) {
        std::string term = kind == 0   ? std::string(1, static_cast<char>('a' + random() % 6))
                           : kind == 1 ? std::to_string(1990 + random() % 40)
                           : kind == 2 ? std::string(1 + random() % 245, 'x')
                                       : "w" + std::to_string(random() % 5);
        const std::uint64_t most = random() % 20 == 0 ? 0xffffffff : 4;
        words[term] = static_cast<std::uint32_t>(1 + random() % most);
    }
    return words;
}

// A document and one that differs in a few words.
std::pair<Words, Words> random_pair(std::mt19937_64& random) {
    Words a = random_words(random);
    if (random() % 3 == 0) return {a, random_words(random)};
    Words b = a;
    for (std::size_t left = random() % 4; left > 0; --left) {
        const Words change = random_words(random);
        if (change.empty()) continue;
        if (random() % 2 == 0) {
            b.insert(*change.begin());
        } else if (!b.empty()) {
            b.erase(std::next(b.begin(), static_cast<std::ptrdiff_t>(random() % b.size())));
        }
    }
    return {a, b};
}

TEST(BagDistance, EqualsTheDefinition) {
    DESCRY_RANDOM(random);
    std::set<DistanceMillionths> seen;
    for (int round = 0; round < 20000; ++round) {
        const auto [a, b] = random_pair(random);
        const DistanceMillionths expected = naive_distance(a, b);
        ASSERT_EQ(bag_distance(bag_of(a), bag_of(b)), expected) << "round " << round;
        ASSERT_EQ(bag_distance(bag_of(b), bag_of(a)), expected);
        ASSERT_LE(expected, WHOLE_DISTANCE);
        // Terms have at least one byte, so the numerator is never below 0, and 0 for equal bags
        // only: what the longer document has more is more than its separators.
        ASSERT_FALSE(naive_parts(a, b).negative);
        ASSERT_EQ(expected == 0, a == b);
        seen.insert(expected);
    }
    EXPECT_GT(seen.size(), 1000u);
}

TEST(BagDistance, OrderOfTermsPlaysNoPart) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 500; ++round) {
        const auto [a, b] = random_pair(random);
        std::vector<TermCount> shuffled = terms_of(a);
        std::shuffle(shuffled.begin(), shuffled.end(), random);
        ASSERT_EQ(bag_distance(Bag(shuffled), bag_of(b)), naive_distance(a, b));
        ASSERT_EQ(bag_distance(Bag(shuffled), bag_of(a)), 0u);
    }
}

// Hashes are uniform, but nothing may depend on it: here they have their first bits in common, or
// all but the last, or there are more than there is room for in one pass.
TEST(BagDistance, CrowdedHashes) {
    DESCRY_RANDOM(random);
    for (const std::size_t size : {1u, 2u, 3u, 100u, 5000u}) {
        for (const std::uint64_t mask : {~std::uint64_t{0}, ~std::uint64_t{0} >> 16,
                                         std::uint64_t{0xffff}, std::uint64_t{0xffff} << 48}) {
            std::map<std::uint64_t, TermCount> by_hash;
            while (by_hash.size() < size)
                by_hash[random() & mask] = {"word", 1};
            std::vector<std::uint64_t> hashes;
            for (const auto& [hash, term] : by_hash)
                hashes.push_back(hash);
            const std::vector<TermCount> terms(size, TermCount{"word", 1});
            const std::vector<TermMark> marks(size, 0);
            const Bag ascending(terms, hashes, marks);
            std::shuffle(hashes.begin(), hashes.end(), random);
            const Bag shuffled(terms, hashes, marks);
            EXPECT_EQ(bag_distance(ascending, shuffled), 0u) << size << " " << mask;
            // One word less: its characters and separator of all.
            const Bag less({terms.data(), size - 1}, {hashes.data(), size - 1},
                           {marks.data(), size - 1});
            EXPECT_EQ(bag_distance(shuffled, less), (WHOLE_DISTANCE + size - 1) / size);
        }
    }
}

// Words that somebody made for their hashes, some of them in one document with those of the same.
TEST(BagDistance, WordsOfOneHashAreNotOneWord) {
    const std::string word = "tides";
    const std::string first = testing::word_of_hash(hash64(word));
    const std::string second = testing::word_of_hash(hash64(word), 1);
    ASSERT_EQ(hash64(first), hash64(word));
    const std::vector<Words> documents = {
        {{"water", 1}, {word, 2}},
        {{"water", 1}, {first, 2}},
        {{"water", 1}, {second, 1}},
        {{first, 1}, {second, 3}},
        {{first, 2}, {second, 1}, {word, 1}},
        {{"water", 1}, {first, 1}, {second, 1}, {word, 1}},
    };
    for (const Words& a : documents) {
        for (const Words& b : documents)
            EXPECT_EQ(bag_distance(bag_of(a), bag_of(b)), naive_distance(a, b));
    }
}

TEST(BagDistance, KnownExamples) {
    // 4 of 13 characters change; the separator stays.
    const Words old_year = {{"in", 1}, {"year", 1}, {"2001", 1}};
    const Words new_year = {{"in", 1}, {"year", 1}, {"2002", 1}};
    EXPECT_EQ(bag_of(old_year).characters(), 13u);
    EXPECT_EQ(bag_of(old_year).words(), 3u);
    EXPECT_EQ(bag_distance(bag_of(old_year), bag_of(new_year)), 307693u);  // 4/13, rounded up
    EXPECT_EQ(bag_distance(bag_of({{"a", 1}}), bag_of({{"b", 1}})), 500000u);
    EXPECT_EQ(bag_distance(bag_of({{"a", 1}}), bag_of({{"a", 2}})), 500000u);
    EXPECT_EQ(bag_distance(bag_of({{"a", 1}}), Bag()), WHOLE_DISTANCE);
    EXPECT_EQ(bag_distance(Bag(), Bag()), 0u);
    EXPECT_TRUE(Bag().empty());
    EXPECT_FALSE(bag_of({{"a", 1}}).empty());
}

TEST(BagDistance, LargestCounts) {
    const std::string longest(245, 'x');
    const Words all = {{longest, 0xffffffff}, {"b", 1}};
    const Words less = {{longest, 0xffffffff}};
    EXPECT_EQ(bag_of(all).characters(), 246 * std::uint64_t{0xffffffff} + 2);
    EXPECT_EQ(bag_of(all).words(), std::uint64_t{1} << 32);
    EXPECT_EQ(bag_distance(bag_of(all), bag_of(less)), 1u);  // never 0 for different documents
    EXPECT_EQ(bag_distance(bag_of(less), bag_of({{"b", 0xffffffff}})), 995935u);  // 245/246
}

TEST(LengthsExceed, IsALowerBound) {
    DESCRY_RANDOM(random);
    std::size_t skipped = 0;
    for (int round = 0; round < 20000; ++round) {
        const auto [a, b] = random_pair(random);
        const DistanceMillionths distance = naive_distance(a, b);
        const std::uint64_t la = bag_of(a).characters();
        const std::uint64_t lb = bag_of(b).characters();
        ASSERT_FALSE(lengths_exceed(la, lb, distance));
        ASSERT_FALSE(lengths_exceed(lb, la, WHOLE_DISTANCE));
        const auto limit = static_cast<DistanceMillionths>(random() % 1000001);
        const bool exceed = lengths_exceed(la, lb, limit);
        ASSERT_EQ(exceed, lengths_exceed(lb, la, limit));
        if (exceed) {
            ASSERT_GT(distance, limit);
        }
        skipped += exceed;
    }
    EXPECT_GT(skipped, 1000u);
}

TEST(LengthsExceed, Edges) {
    EXPECT_FALSE(lengths_exceed(0, 0, 0));
    EXPECT_FALSE(lengths_exceed(85, 100, 150'000));
    EXPECT_TRUE(lengths_exceed(100, 85, 149'999));
    EXPECT_TRUE(lengths_exceed(84, 100, 150'000));
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    EXPECT_TRUE(lengths_exceed(0, most, WHOLE_DISTANCE - 1));
    EXPECT_FALSE(lengths_exceed(0, most, WHOLE_DISTANCE));
}

TEST(DistanceFrom, RoundsShares) {
    EXPECT_EQ(distance_from(0), 0u);
    EXPECT_EQ(distance_from(1), WHOLE_DISTANCE);
    EXPECT_EQ(distance_from(0.15), 150'000u);
    EXPECT_EQ(distance_from(0.0000004), 0u);
    EXPECT_EQ(distance_from(0.0000006), 1u);
    EXPECT_THROW(distance_from(-0.0001), std::invalid_argument);
    EXPECT_THROW(distance_from(1.0001), std::invalid_argument);
    EXPECT_THROW(distance_from(std::nan("")), std::invalid_argument);
    EXPECT_THROW(distance_from(std::numeric_limits<double>::infinity()), std::invalid_argument);
}

}  // namespace
}  // namespace descry
