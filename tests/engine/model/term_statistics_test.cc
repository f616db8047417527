#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <descry/model/term_statistics.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

constexpr std::uint32_t MAX = std::numeric_limits<std::uint32_t>::max();

// n^8 as a number of 32-bit digits, least significant first: the definitions compare it with powers
// of two, and no floating-point number is exact enough for that.
using Digits = std::array<std::uint32_t, 9>;

Digits eighth_power(std::uint32_t n) {
    Digits power = {1};
    for (int i = 0; i < 8; ++i) {
        std::uint64_t carry = 0;
        for (std::uint32_t& digit : power) {
            carry += std::uint64_t{digit} * n;
            digit = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    return power;
}

Digits power_of_two(unsigned exponent) {
    Digits power = {};
    power[exponent / 32] = std::uint32_t{1} << (exponent % 32);
    return power;
}

bool less(const Digits& a, const Digits& b) {
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

// The largest n with n^8 < 2^exponent, or <= where @a equal, among 32-bit numbers.
std::uint32_t largest_below(unsigned exponent, bool equal) {
    const Digits bound = power_of_two(exponent);
    std::uint64_t low = 0;
    std::uint64_t high = std::uint64_t{MAX} + 1;
    while (high - low > 1) {
        const std::uint64_t n = (low + high) / 2;
        const Digits power = eighth_power(static_cast<std::uint32_t>(n));
        (less(power, bound) || (equal && power == bound) ? low : high) = n;
    }
    return static_cast<std::uint32_t>(low);
}

// The first number of each class, by the definitions in the header.
std::vector<std::uint32_t> first_lengths() {
    std::vector<std::uint32_t> first;
    // floor(8 log2 L) >= l exactly when L^8 >= 2^l.
    for (unsigned l = 0; l < LENGTH_CLASSES; ++l)
        first.push_back(largest_below(l, false) + 1);
    return first;
}

std::vector<std::uint32_t> first_wdfs() {
    std::vector<std::uint32_t> first(17);
    std::iota(first.begin(), first.end(), 0u);
    // wdf > 16 * 2^((k-1)/8) exactly when wdf^8 > 2^(32 + k - 1).
    for (unsigned k = 1; k < WDF_CLASSES - 16; ++k)
        first.push_back(largest_below(31 + k, true) + 1);
    return first;
}

// The last class that begins at or before n. Classes may be empty: 2^(1/8) rounds to 2 as 2^(7/8).
unsigned class_by(const std::vector<std::uint32_t>& first, std::uint32_t n) {
    return static_cast<unsigned>(std::upper_bound(first.begin(), first.end(), n) - first.begin()) -
           1;
}

TEST(Classes, FollowTheirDefinitions) {
    const std::vector<std::uint32_t> lengths = first_lengths();
    const std::vector<std::uint32_t> wdfs = first_wdfs();
    EXPECT_EQ(wdf_class(0), 0u);
    for (std::uint32_t n = 1; n <= std::uint32_t{1} << 20; ++n) {
        ASSERT_EQ(length_class(n), class_by(lengths, n)) << n;
        ASSERT_EQ(wdf_class(n), class_by(wdfs, n)) << n;
    }
    std::vector<std::uint32_t> edges = {MAX, MAX - 1};
    for (unsigned bit = 0; bit < 32; ++bit)
        edges.push_back(std::uint32_t{1} << bit);
    edges.insert(edges.end(), lengths.begin(), lengths.end());
    edges.insert(edges.end(), wdfs.begin(), wdfs.end());
    for (const std::uint32_t edge : edges) {
        for (const std::uint32_t n : {edge - 1, edge, edge + 1}) {
            if (n == 0) continue;
            ASSERT_EQ(length_class(n), class_by(lengths, n)) << n;
            ASSERT_EQ(wdf_class(n), class_by(wdfs, n)) << n;
        }
    }
    EXPECT_EQ(length_class(MAX), LENGTH_CLASSES - 1);
    EXPECT_EQ(wdf_class(MAX), WDF_CLASSES - 1);
    // The header's "15.4 million".
    EXPECT_EQ(lengths.back(), 15384775u);
}

TEST(Classes, NumbersThatStandForThem) {
    for (unsigned c = 0; c <= 16; ++c)
        EXPECT_EQ(wdf_of_class(c), c);
    const std::vector<std::uint32_t> wdfs = first_wdfs();
    for (unsigned c = 17; c < WDF_CLASSES; ++c) {
        const long double middle = 16 * std::pow(2.0L, (c - 16 - 0.5L) / 8);
        EXPECT_NEAR(wdf_of_class(c), static_cast<double>(middle), 1e-9);
        EXPECT_GT(wdf_of_class(c), wdf_of_class(c - 1));
    }
    for (unsigned l = 0; l < LENGTH_CLASSES; ++l) {
        const auto middle = static_cast<double>(std::pow(2.0L, (l + 0.5L) / 8));
        EXPECT_NEAR(length_of_class(l), middle, middle * 1e-12);
    }
}

TEST(Classes, FrequencyOfACellIsItsQuotient) {
    for (unsigned cell = 0; cell < CELLS; ++cell) {
        const unsigned c = cell / LENGTH_CLASSES;
        const unsigned l = cell % LENGTH_CLASSES;
        const long double wdf =
            c <= 16 ? static_cast<long double>(c) : 16 * std::pow(2.0L, (c - 16.5L) / 8);
        const long double units = wdf / std::pow(2.0L, (l + 0.5L) / 8) * 4294967296.0L;
        const auto expected =
            static_cast<std::uint32_t>(std::min(std::round(units), 4294967295.0L));
        ASSERT_EQ(cell_frequency(cell), expected) << "wdf class " << c << ", length class " << l;
    }
}

struct Posting {
    std::uint32_t wdf;
    std::uint32_t length;
};

std::vector<Posting> random_postings(std::mt19937_64& random, std::size_t count) {
    std::vector<Posting> postings;
    for (std::size_t i = 0; i < count; ++i) {
        const auto wdf = static_cast<std::uint32_t>(1 + random() % (random() % 4 == 0 ? 5000 : 20));
        postings.push_back({wdf, static_cast<std::uint32_t>(wdf + random() % 3000)});
    }
    return postings;
}

TermHistogram count(HistogramBuilder& builder, const std::vector<Posting>& postings) {
    for (const Posting& posting : postings)
        builder.add(posting.wdf, length_class(posting.length));
    return builder.finish();
}

TEST(TermHistogram, CountsCells) {
    DESCRY_RANDOM(random);
    HistogramBuilder builder;
    // One builder for all: what an earlier word left behind would be counted here.
    for (int round = 0; round < 50; ++round) {
        const std::vector<Posting> postings = random_postings(random, random() % 500);
        std::map<unsigned, std::uint32_t> expected;
        double occurrences = 0;
        for (const auto& [wdf, length] : postings) {
            ++expected[wdf_class(wdf) * LENGTH_CLASSES + length_class(length)];
            occurrences += wdf_of_class(wdf_class(wdf));
        }
        const TermHistogram histogram = count(builder, postings);
        ASSERT_EQ(histogram.cells().size(), expected.size());
        auto cell = expected.begin();
        for (const HistogramCell& held : histogram.cells()) {
            ASSERT_EQ(held, (HistogramCell{static_cast<std::uint16_t>(cell->first), cell->second}));
            ++cell;
        }
        ASSERT_EQ(histogram.documents(), postings.size());
        ASSERT_NEAR(histogram.occurrences(), occurrences, 1e-6);
        ASSERT_EQ(TermHistogram(histogram.cells()), histogram);
    }
    EXPECT_EQ(builder.finish(), TermHistogram());
}

TEST(TermHistogram, MergingIsCountingTheWhole) {
    DESCRY_RANDOM(random);
    HistogramBuilder builder;
    for (int round = 0; round < 50; ++round) {
        const std::vector<Posting> whole = random_postings(random, random() % 600);
        std::array<std::vector<Posting>, 3> parts;
        for (const Posting& posting : whole)
            parts[random() % 3].push_back(posting);
        const TermHistogram a = count(builder, parts[0]);
        const TermHistogram b = count(builder, parts[1]);
        const TermHistogram c = count(builder, parts[2]);
        TermHistogram left = a;
        left.merge(b);
        left.merge(c);
        TermHistogram right = c;
        TermHistogram middle = b;
        middle.merge(a);
        right.merge(middle);
        ASSERT_EQ(left, count(builder, whole));
        ASSERT_EQ(right, left);
        TermHistogram with_nothing = left;
        with_nothing.merge({});
        ASSERT_EQ(with_nothing, left);
    }
}

TEST(TermHistogram, RefusesCellsInDisorder) {
    EXPECT_THROW(TermHistogram({{5, 1}, {4, 1}}), std::invalid_argument);
    EXPECT_THROW(TermHistogram({{5, 1}, {5, 1}}), std::invalid_argument);
    EXPECT_THROW(TermHistogram({{5, 0}}), std::invalid_argument);
    EXPECT_THROW(TermHistogram({{CELLS, 1}}), std::invalid_argument);
    EXPECT_NO_THROW(TermHistogram({{0, 1}, {CELLS - 1, 1}}));
}

TEST(CollectionStatistics, CountsAndMerges) {
    DESCRY_RANDOM(random);
    CollectionStatistics whole;
    std::array<CollectionStatistics, 2> parts;
    std::uint64_t occurrences = 0;
    std::array<std::uint64_t, LENGTH_CLASSES> by_length{};
    for (std::uint64_t i = 0; i < 2000; ++i) {
        const auto length =
            static_cast<std::uint32_t>(i == 0 ? MAX : 1 + random() % (1u << (random() % 31)));
        whole.add(length);
        parts[random() % 2].add(length);
        occurrences += length;
        ++by_length[length_class(length)];
    }
    EXPECT_EQ(whole.documents, 2000u);
    EXPECT_EQ(whole.occurrences, occurrences);
    EXPECT_EQ(whole.by_length, by_length);
    CollectionStatistics other_way = parts[1];
    other_way.merge(parts[0]);
    parts[0].merge(parts[1]);
    EXPECT_EQ(parts[0], whole);
    EXPECT_EQ(other_way, whole);
}

}  // namespace
}  // namespace descry
