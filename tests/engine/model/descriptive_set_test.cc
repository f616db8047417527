#include "engine/model/descriptive_set.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

struct Instance {
    std::vector<CandidateWord> candidates;
    std::size_t sample = 0;
    std::uint64_t documents = 0;
};

// @a kinds: few kinds of words make many ties.
Instance random_instance(std::mt19937_64& random, std::size_t words, std::size_t sample,
                         std::size_t kinds) {
    Instance instance;
    instance.sample = sample;
    instance.documents = sample * (1 + random() % 4);
    std::vector<CandidateWord> kind(kinds);
    for (CandidateWord& word : kind) {
        const std::uint64_t share = 2 + random() % 30;
        for (std::size_t i = 0; i < sample; ++i) {
            if (random() % share == 0) word.sample_above.push_back(static_cast<std::uint16_t>(i));
        }
        word.threshold.documents_above =
            std::max<std::uint64_t>(1, word.sample_above.size() * instance.documents / sample);
        word.threshold.flip_rate = Fixed24::from(static_cast<double>(random() % 64) / 64);
    }
    for (std::size_t i = 0; i < words; ++i) {
        CandidateWord word = kind[random() % kinds];
        word.term = "w" + std::to_string(i);
        if (random() % 4 == 0) word.threshold.flip_rate = Fixed24::from(0.5);
        instance.candidates.push_back(std::move(word));
    }
    return instance;
}

// The whole definition: every candidate is looked at again in every round.
class SelectionOracle {
  public:
    SelectionOracle(const Instance& instance, const SelectionLimits& limits, double weight)
        : instance_(instance), limits_(limits), weight_(weight), ones_(instance.sample) {
        information_.resize(instance.sample);
    }

    std::vector<std::size_t> run() {
        std::vector<std::size_t> selected;
        std::set<std::size_t> left;
        for (std::size_t i = 0; i < instance_.candidates.size(); ++i)
            left.insert(i);
        while (!left.empty() && !enough(selected.size())) {
            const std::size_t best =
                *std::min_element(left.begin(), left.end(),
                                  [&](std::size_t a, std::size_t b) { return better(a, b); });
            if (gain(best) <= 0) break;
            for (const std::uint16_t position : instance_.candidates[best].sample_above) {
                ++ones_[position];
                information_[position] +=
                    word_information(instance_.candidates[best].threshold.documents_above,
                                     instance_.documents)
                        .units;
            }
            selected.push_back(best);
            left.erase(best);
        }
        return selected;
    }

    std::uint32_t median_ones() const {
        std::vector<std::uint32_t> sorted = ones_;
        std::sort(sorted.begin(), sorted.end());
        return sorted.empty() ? 0 : sorted[(sorted.size() - 1) / 2];
    }

  private:
    std::int64_t gain(std::size_t i) const {
        const CandidateWord& word = instance_.candidates[i];
        std::int64_t supply = 0;
        for (const std::uint16_t position : word.sample_above) {
            if (ones_[position] >= limits_.wanted_ones) continue;
            supply += std::llround(4294967296.0L / (1.0L + ones_[position]));
        }
        const double share =
            static_cast<double>(instance_.sample) / static_cast<double>(instance_.documents);
        const double flips = word.threshold.flip_rate.value() *
                             static_cast<double>(word.threshold.documents_above) * share;
        return supply - std::llround(weight_ * flips * 4294967296.0);
    }

    bool better(std::size_t a, std::size_t b) const {
        const CandidateWord& x = instance_.candidates[a];
        const CandidateWord& y = instance_.candidates[b];
        if (gain(a) != gain(b)) return gain(a) > gain(b);
        if (x.threshold.flip_rate != y.threshold.flip_rate) {
            return x.threshold.flip_rate < y.threshold.flip_rate;
        }
        return x.term < y.term;
    }

    bool enough(std::size_t selected) const {
        if (selected < limits_.words) return false;
        if (!limits_.grow || selected >= limits_.max_words) return true;
        const auto poor = std::count_if(
            information_.begin(), information_.end(),
            [&](std::uint64_t bits) { return bits < Fixed24::from(limits_.rich_bits).units; });
        return static_cast<double>(poor) <=
               limits_.poor_share * static_cast<double>(instance_.sample);
    }

    const Instance& instance_;
    const SelectionLimits& limits_;
    double weight_;
    std::vector<std::uint32_t> ones_;
    std::vector<std::uint64_t> information_;
};

DescriptiveSet select(const Instance& instance, const SelectionLimits& limits) {
    return select_descriptive_set(instance.candidates, instance.sample, instance.documents, limits);
}

// Without the rule about the median.
SelectionLimits plain(unsigned words) {
    SelectionLimits limits;
    limits.words = words;
    limits.min_median_ones = 0;
    return limits;
}

TEST(SelectDescriptiveSet, LazyEqualsNaive) {
    DESCRY_RANDOM(random);
    std::size_t selected = 0;
    for (int round = 0; round < 150; ++round) {
        const std::size_t words = random() % 120;
        const Instance instance =
            random_instance(random, words, 1 + random() % 80, random() % 2 == 0 ? 3 : 1 + words);
        SelectionLimits limits = plain(static_cast<unsigned>(random() % 130));
        limits.wanted_ones = static_cast<unsigned>(1 + random() % 8);
        limits.flip_weight = static_cast<double>(random() % 30) / 10;
        limits.grow = random() % 3 == 0;
        limits.max_words = limits.words + static_cast<unsigned>(random() % 40);
        limits.rich_bits = static_cast<double>(random() % 20);
        limits.poor_share = static_cast<double>(random() % 10) / 10;
        const DescriptiveSet got = select(instance, limits);
        ASSERT_EQ(got.words, SelectionOracle(instance, limits, limits.flip_weight).run())
            << "round " << round;
        ASSERT_EQ(got.flip_weight, limits.flip_weight);
        selected += got.words.size();
    }
    EXPECT_GT(selected, 300u);
}

TEST(SelectDescriptiveSet, SmallerSetsArePrefixes) {
    DESCRY_RANDOM(random);
    const Instance instance = random_instance(random, 200, 100, 20);
    SelectionLimits limits = plain(200);
    limits.flip_weight = 0.1;
    const std::vector<std::size_t> largest = select(instance, limits).words;
    ASSERT_GT(largest.size(), 10u);
    for (unsigned words = 0; words <= largest.size(); ++words) {
        limits.words = words;
        ASSERT_EQ(select(instance, limits).words,
                  std::vector<std::size_t>(largest.begin(), largest.begin() + words));
    }
}

TEST(SelectDescriptiveSet, OrderOfCandidatesPlaysNoPart) {
    DESCRY_RANDOM(random);
    Instance instance = random_instance(random, 150, 60, 4);
    const auto terms = [&] {
        std::vector<std::string> selected;
        for (const std::size_t i : select(instance, plain(60)).words)
            selected.push_back(instance.candidates[i].term);
        return selected;
    };
    const std::vector<std::string> expected = terms();
    ASSERT_FALSE(expected.empty());
    for (int round = 0; round < 20; ++round) {
        std::shuffle(instance.candidates.begin(), instance.candidates.end(), random);
        ASSERT_EQ(terms(), expected);
    }
}

CandidateWord word(std::string term, std::vector<std::uint16_t> above, double flip_rate) {
    const std::uint64_t documents = above.size();
    return {std::move(term), {0, documents, Fixed24::from(flip_rate)}, std::move(above)};
}

TEST(SelectDescriptiveSet, StopsWhereNothingIsGained) {
    // Supply 2 against 2 flips: nothing gained; a little less, and it is taken.
    Instance instance{{word("even", {0, 1}, 1.0), word("worth", {2, 3}, 0.99)}, 4, 4};
    EXPECT_EQ(select(instance, plain(10)).words, std::vector<std::size_t>{1});
    // The same documents again: supply 1/2 each.
    instance.candidates = {word("a", {0, 1}, 0.4), word("b", {0, 1}, 0.49), word("c", {0, 1}, 0.4)};
    EXPECT_EQ(select(instance, plain(10)).words, (std::vector<std::size_t>{0, 2}));
    // A sample of half of the documents sees half of the flips.
    instance = {{word("a", {0, 1}, 1.5)}, 4, 8};
    instance.candidates[0].threshold.documents_above = 2;
    EXPECT_EQ(select(instance, plain(10)).words, std::vector<std::size_t>{0});
}

TEST(SelectDescriptiveSet, DocumentsWithEnoughWantNoMore) {
    Instance instance{{word("a", {0}, 0), word("b", {0}, 0), word("c", {0}, 0)}, 1, 1};
    SelectionLimits limits = plain(10);
    limits.wanted_ones = 2;
    EXPECT_EQ(select(instance, limits).words, (std::vector<std::size_t>{0, 1}));
}

TEST(SelectDescriptiveSet, GrowsUntilFewDocumentsArePoor) {
    // Four documents, each word in one of them: two bits a word.
    Instance instance{{}, 4, 4};
    for (int i = 0; i < 40; ++i) {
        instance.candidates.push_back(
            word("w" + std::to_string(10 + i), {static_cast<std::uint16_t>(i % 4)}, 0));
    }
    SelectionLimits limits = plain(4);
    limits.grow = true;
    limits.rich_bits = 6;
    limits.poor_share = 0;
    EXPECT_EQ(select(instance, limits).words.size(), 12u);  // three words, six bits, everywhere
    limits.poor_share = 0.25;
    EXPECT_EQ(select(instance, limits).words.size(), 11u);
    limits.max_words = 9;
    EXPECT_EQ(select(instance, limits).words.size(), 9u);
    limits.max_words = 3;  // never fewer than asked for
    EXPECT_EQ(select(instance, limits).words.size(), 4u);
    limits = plain(4);
    limits.grow = true;
    limits.rich_bits = 0;  // nothing is worth less
    EXPECT_EQ(select(instance, limits).words.size(), 4u);
    limits = plain(20);
    limits.grow = true;
    limits.rich_bits = 6;
    EXPECT_EQ(select(instance, limits).words.size(), 20u);
}

TEST(SelectDescriptiveSet, LowersTheWeightUntilHalfHaveEnough) {
    DESCRY_RANDOM(random);
    std::set<int> tenths;
    for (int round = 0; round < 60; ++round) {
        const Instance instance = random_instance(random, 120, 41, 60);
        SelectionLimits limits;
        limits.words = 100;
        limits.min_median_ones = static_cast<unsigned>(1 + random() % 12);
        std::vector<std::size_t> expected;
        double weight = 0;
        for (const int tenth : {10, 9, 8, 7, 6, 5}) {
            weight = tenth / 10.0;
            SelectionOracle oracle(instance, limits, weight);
            expected = oracle.run();
            if (oracle.median_ones() >= limits.min_median_ones) break;
        }
        const DescriptiveSet got = select(instance, limits);
        ASSERT_NEAR(got.flip_weight, weight, 1e-9);
        ASSERT_EQ(got.words, expected);
        tenths.insert(static_cast<int>(std::lround(weight * 10)));
    }
    EXPECT_GT(tenths.size(), 1u);
}

TEST(SelectDescriptiveSet, RefusesPositionsOutsideTheSample) {
    Instance instance{{word("a", {0, 4}, 0)}, 4, 4};
    EXPECT_THROW(select(instance, plain(10)), std::invalid_argument);
    instance.sample = 5;
    EXPECT_NO_THROW(select(instance, plain(10)));
    EXPECT_THROW(select_descriptive_set({}, SELECTION_SAMPLE + 1, 100000, {}),
                 std::invalid_argument);
    EXPECT_EQ(select_descriptive_set({}, 0, 0, {}).words, std::vector<std::size_t>{});
}

// Each word with its threshold of least flips, and the documents above it, one by one.
TEST(CandidateWords, HaveTheirLeastFlippingThreshold) {
    DESCRY_RANDOM(random);
    std::size_t above = 0;
    for (int round = 0; round < 100; ++round) {
        WordsAndSample statistics;
        const std::size_t sample = 1 + random() % 60;
        for (std::size_t i = 0; i < sample; ++i)
            statistics.sample_lengths.push_back(static_cast<std::uint32_t>(1 + random() % 500));
        for (std::size_t i = 0, words = random() % 20; i < words; ++i) {
            WordStatistics word;
            word.term = "w" + std::to_string(10 + i);
            for (std::uint16_t position = 0; position < sample; ++position) {
                if (random() % 3 != 0) continue;
                word.sample.push_back({position, static_cast<std::uint32_t>(1 + random() % 9)});
            }
            std::uint32_t frequency = 0;
            for (std::size_t t = 0, count = random() % 5; t < count; ++t) {
                word.thresholds.push_back(
                    {frequency, 50 - t, {static_cast<std::uint32_t>(random() % 5)}});
                frequency += static_cast<std::uint32_t>(1 + random() % (1u << 26));
            }
            statistics.words.push_back(std::move(word));
        }
        const std::vector<CandidateWord> got = candidate_words(statistics);
        auto candidate = got.begin();
        for (const WordStatistics& word : statistics.words) {
            if (word.thresholds.empty()) continue;
            ASSERT_NE(candidate, got.end());
            ASSERT_EQ(candidate->term, word.term);
            ASSERT_EQ(candidate->threshold, *least_flips(word.thresholds));
            std::vector<std::uint16_t> expected;
            for (const auto& [position, wdf] : word.sample) {
                const long double share =
                    static_cast<long double>(wdf) / statistics.sample_lengths[position];
                if (share > std::ldexp(1.0L * candidate->threshold.frequency, -32)) {
                    expected.push_back(position);
                }
            }
            ASSERT_EQ(candidate->sample_above, expected);
            above += expected.size();
            ++candidate;
        }
        ASSERT_EQ(candidate, got.end());
    }
    EXPECT_GT(above, 100u);
}

TEST(WordInformation, IsTheLogarithmOfTheShare) {
    EXPECT_EQ(word_information(5, 5), Fixed24{});
    EXPECT_EQ(word_information(1, 2), Fixed24::from(1));
    EXPECT_EQ(word_information(1, 1u << 20), Fixed24::from(20));
    for (std::uint64_t above = 1; above < 1000; ++above) {
        const auto bits = -std::log2(static_cast<long double>(above) / 1000);
        ASSERT_NEAR(word_information(above, 1000).value(), static_cast<double>(bits), 6e-8);
    }
}

}  // namespace
}  // namespace descry
