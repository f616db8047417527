#include "engine/distance/bag_histogram.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>

#include "tests/engine/random_seed.h"
#include "tests/volume.h"

namespace descry {
namespace {

struct CountedWords {
    std::vector<std::string> words;
    std::vector<std::uint32_t> counts;

    std::vector<TermCount> terms() const {
        std::vector<TermCount> all;
        for (std::size_t i = 0; i < words.size(); ++i)
            all.push_back({words[i], counts[i]});
        return all;
    }
};

// Distinct words of a vocabulary, and how often each.
CountedWords draw(std::mt19937_64& random, std::size_t count, std::size_t vocabulary) {
    CountedWords drawn;
    for (std::size_t i = 0; i < vocabulary && drawn.words.size() < count; ++i) {
        if (random() % vocabulary >= count) continue;
        drawn.words.push_back("w" + std::string(random() % 2 * (i % 9), 'x') + std::to_string(i));
        const std::uint32_t most = random() % 50 == 0 ? 100'000 : 4;
        drawn.counts.push_back(static_cast<std::uint32_t>(1 + random() % most));
    }
    return drawn;
}

TEST(BagHistogram, NeverTellsMoreThanTheDistance) {
    DESCRY_RANDOM(random);
    std::size_t tells = 0;
    for (int round = 0; round < testing::scaled(20000); ++round) {
        const std::size_t vocabulary = 1 + random() % 1000;
        CountedWords a = draw(random, 1 + random() % 300, vocabulary);
        CountedWords b = random() % 2 == 0 ? draw(random, 1 + random() % 300, vocabulary) : a;
        for (std::uint64_t changes = random() % 10; changes > 0 && !b.words.empty(); --changes) {
            b.words[random() % b.words.size()] = "changed" + std::to_string(changes);
            b.counts[random() % b.counts.size()] = static_cast<std::uint32_t>(1 + random() % 9);
        }
        const Bag bag_a(a.terms());
        const Bag bag_b(b.terms());
        const DistanceMillionths least =
            bag_distance_lower_bound(BagHistogram(bag_a), BagHistogram(bag_b));
        ASSERT_LE(least, bag_distance(bag_a, bag_b)) << "round " << round;
        ASSERT_EQ(least, bag_distance_lower_bound(BagHistogram(bag_b), BagHistogram(bag_a)));
        ASSERT_EQ(bag_distance_lower_bound(BagHistogram(bag_a), BagHistogram(bag_a)), 0u);
        ASSERT_EQ(bag_distance_lower_bound(BagHistogram(bag_a), BagHistogram()), 0u);
        std::string stored;
        BagHistogram(bag_a).append_to(stored);
        ASSERT_EQ(stored.size(), BagHistogram::BYTES);
        ASSERT_EQ(BagHistogram::read(stored), BagHistogram(bag_a));
        tells += least > 150'000;
    }
    EXPECT_GT(tells, testing::scaled(1000u));
}

TEST(BagHistogram, OfNothing) {
    EXPECT_EQ(bag_distance_lower_bound(BagHistogram(Bag()), BagHistogram(Bag())), 0u);
    const std::vector<TermCount> terms{{"word", 3}};
    EXPECT_LE(bag_distance_lower_bound(BagHistogram(Bag()), BagHistogram(Bag(terms))),
              WHOLE_DISTANCE);
}

// Different words of one length and number: what is told is near the truth.
TEST(BagHistogram, TellsUnrelatedDocumentsApart) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 200; ++round) {
        CountedWords a;
        CountedWords b;
        for (int i = 0; i < 100; ++i) {
            a.words.push_back("a" + std::to_string(1'000'000 + random() % 1'000'000));
            b.words.push_back("b" + std::to_string(1'000'000 + random() % 1'000'000));
            a.counts.push_back(1);
            b.counts.push_back(1);
        }
        EXPECT_GT(
            bag_distance_lower_bound(BagHistogram(Bag(a.terms())), BagHistogram(Bag(b.terms()))),
            150'000u);
    }
}

TEST(BagHistogram, MadeOfWordsInAnyOrder) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 500; ++round) {
        const CountedWords words = draw(random, 1 + random() % 300, 1000);
        std::vector<TermCount> terms = words.terms();
        std::shuffle(terms.begin(), terms.end(), random);
        BagHistogramBuilder sketcher;
        for (const auto& [term, wdf] : terms)
            sketcher.add(hash64(term), wdf, term.size());
        ASSERT_EQ(sketcher.histogram(), BagHistogram(Bag(words.terms())));
    }
}

// A word of the greatest hash counts in the last class, one of the least in the first: 510
// characters in units of 2, 3 rounded up to 2 units.
TEST(BagHistogram, Bytes) {
    BagHistogramBuilder sketcher;
    sketcher.add(~std::uint64_t{0}, 102, 5);
    sketcher.add(0, 1, 3);
    std::string expected(
        "\0\0\x02\x68"
        "\0\0\0\x67"
        "\0\0\x02"
        "\x02",
        12);
    expected += std::string(50, '\0') + '\xff';
    std::string stored;
    sketcher.histogram().append_to(stored);
    EXPECT_EQ(stored, expected);
}

// Sums of such histograms would not fit: there is none, and nothing is far from it.
TEST(BagHistogram, OfADocumentThatIsTooLarge) {
    BagHistogramBuilder sketcher;
    sketcher.add(1, 1u << 30, 1);
    EXPECT_FALSE(sketcher.histogram().is_known());
    BagHistogramBuilder largest;
    largest.add(1, 0x7fffffff, 0);
    EXPECT_TRUE(largest.histogram().is_known());
    EXPECT_EQ(bag_distance_lower_bound(largest.histogram(), sketcher.histogram()), 0u);
}

TEST(BagHistogram, IsSixtyFourBytes) {
    EXPECT_EQ(sizeof(BagHistogram), 64u);
}

}  // namespace
}  // namespace descry
