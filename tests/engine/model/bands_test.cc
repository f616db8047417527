#include "engine/model/bands.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

constexpr double UNIT = 268435456.0;  // 2^28

// -log2(u) in units of 2^-28.
long double exact_units(std::uint64_t hash) {
    const auto numerator = static_cast<long double>(2 * (hash >> 11) + 1);
    return (54.0L - std::log2(numerator)) * static_cast<long double>(UNIT);
}

TEST(MinusLog2OfUniform, IsTheLogarithm) {
    DESCRY_RANDOM(random);
    const auto check = [](std::uint64_t hash) {
        const auto units = static_cast<long double>(minus_log2_of_uniform(hash));
        // Rounded up: the logarithm of the numerator is cut off.
        ASSERT_LE(std::fabs(static_cast<double>(units - exact_units(hash))), 2.0) << hash;
    };
    for (int round = 0; round < 100000; ++round)
        check(random());
    for (int shift = 0; shift < 64; ++shift) {
        for (std::uint64_t near = 0; near < 4; ++near) {
            check((std::uint64_t{1} << shift) + (near << 11));
            check((std::uint64_t{1} << shift) - (near << 11));
            check(random() >> shift);
        }
    }
    check(0);
    check(~std::uint64_t{0});
}

// By integers alone, a bit of the logarithm after the other.
std::uint64_t units_by_squaring(std::uint64_t hash) {
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t numerator = 2 * (hash >> 11) + 1;
    const unsigned exponent = static_cast<unsigned>(std::bit_width(numerator)) - 1;
    std::uint64_t mantissa = numerator << (63 - exponent);
    std::uint64_t log = exponent;
    for (int bit = 0; bit < 28; ++bit) {
        const Wide square = Wide{mantissa} * mantissa;
        const bool is_set = (square >> 127) != 0;
        mantissa = static_cast<std::uint64_t>(square >> (is_set ? 64 : 63));
        log = 2 * log + (is_set ? 1 : 0);
    }
    return (std::uint64_t{54} << 28) - log;
}

// Floating point only saves time: a machine that rounds otherwise draws the same bands.
TEST(MinusLog2OfUniform, IsThatOfIntegers) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 1000000; ++round) {
        const std::uint64_t hash = random() >> (random() % 2 == 0 ? 0 : random() % 64);
        ASSERT_EQ(minus_log2_of_uniform(hash), units_by_squaring(hash)) << hash;
    }
}

TEST(MinusLog2OfUniform, Edges) {
    EXPECT_EQ(minus_log2_of_uniform(0), std::uint64_t{54} << 28);  // u = 2^-54
    EXPECT_EQ(minus_log2_of_uniform(2047), std::uint64_t{54} << 28);
    EXPECT_LT(minus_log2_of_uniform(2048), std::uint64_t{54} << 28);
    EXPECT_EQ(minus_log2_of_uniform(~std::uint64_t{0}), 1u);  // never 0
    // u a little above one half.
    EXPECT_NEAR(static_cast<double>(minus_log2_of_uniform(std::uint64_t{1} << 63)), UNIT, 2);
}

TEST(MinusLog2OfUniform, NeverRises) {
    DESCRY_RANDOM(random);
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < 20000; ++i)
        hashes.push_back(random() >> (random() % 40));
    std::sort(hashes.begin(), hashes.end());
    for (std::size_t i = 1; i < hashes.size(); ++i)
        ASSERT_GE(minus_log2_of_uniform(hashes[i - 1]), minus_log2_of_uniform(hashes[i]));
}

struct Word {
    std::string term;
    Fixed24 weight;
    Fixed24 information;
};

std::vector<BandWord> views(const std::vector<Word>& words) {
    std::vector<BandWord> views;
    for (const Word& word : words)
        views.push_back({word.term, word.weight, word.information});
    return views;
}

// The definition, read out: all words that are present, sorted by (score, hash), then the stop
// rule.
std::uint64_t naive_key(const BandParameters& parameters, const std::vector<Word>& words,
                        const std::vector<std::uint32_t>& present, unsigned band) {
    struct Scored {
        long double score;
        std::uint64_t hash;
        std::uint64_t information;
    };
    std::vector<Scored> scored;
    for (const std::uint32_t number : present) {
        const Word& word = words[number];
        const std::uint64_t draw = hash64(word.term, parameters.hash_seed + band + 1);
        const std::uint64_t weight =
            std::clamp<std::uint64_t>(word.weight.units, 1, (std::uint64_t{1} << 30) - 1);
        scored.push_back({static_cast<long double>(minus_log2_of_uniform(draw)) *
                              static_cast<long double>(weight),
                          hash64(word.term, parameters.hash_seed), word.information.units});
    }
    std::sort(scored.begin(), scored.end(), [](const Scored& a, const Scored& b) {
        return a.score != b.score ? a.score < b.score : a.hash < b.hash;
    });
    std::vector<std::uint64_t> list = {band};
    std::uint64_t information = 0;
    for (const Scored& word : scored) {
        if (list.size() == parameters.words + 1) break;
        list.push_back(word.hash);
        information += word.information;
        if (information >= parameters.information.units) break;
    }
    return hash64_list(list, parameters.hash_seed) >> (64 - parameters.key_bits);
}

std::vector<Word> random_words(std::mt19937_64& random, std::size_t count) {
    std::vector<Word> words;
    for (std::size_t i = 0; i < count; ++i) {
        // Few weights, among them 0 and the greatest there is.
        Fixed24 weight{static_cast<std::uint32_t>(random() % 100 * 10000)};
        if (random() % 10 == 0) weight.units = 0;
        if (random() % 10 == 0)
            weight.units = 0xffffffff - static_cast<std::uint32_t>(random() % 3);
        words.push_back({"t" + std::to_string(i) + std::string(random() % 30, 'x'), weight,
                         Fixed24::from(static_cast<double>(random() % 1500) / 100)});
    }
    return words;
}

std::vector<std::uint32_t> random_subset(std::mt19937_64& random, std::size_t words,
                                         std::uint64_t one_in) {
    std::vector<std::uint32_t> present;
    while (present.empty()) {
        for (std::uint32_t i = 0; i < words; ++i) {
            if (random() % one_in == 0) present.push_back(i);
        }
    }
    return present;
}

// The keys of ten documents by one drawer, which is thereby used again and again.
TEST(BandSampler, EqualsTheNaiveDraw) {
    DESCRY_RANDOM(random);
    std::set<std::uint64_t> distinct;
    for (int round = 0; round < 300; ++round) {
        const std::vector<Word> words = random_words(random, 1 + random() % 60);
        BandParameters parameters;
        parameters.bands = static_cast<std::uint32_t>(1 + random() % MAX_BANDS);
        parameters.words = static_cast<std::uint32_t>(1 + random() % 15);
        parameters.information = Fixed24::from(static_cast<double>(random() % 60));
        parameters.key_bits = static_cast<std::uint32_t>(1 + random() % 64);
        parameters.hash_seed = random();
        BandSampler drawer(parameters, views(words));
        for (int document = 0; document < 10; ++document) {
            std::vector<std::uint32_t> present =
                random_subset(random, words.size(), 1 + random() % 4);
            std::shuffle(present.begin(), present.end(), random);
            const auto keys = drawer.draw(present);
            ASSERT_EQ(keys.size(), parameters.bands);
            for (unsigned band = 0; band < parameters.bands; ++band) {
                ASSERT_EQ(keys[band], naive_key(parameters, words, present, band))
                    << "round " << round << ", band " << band;
                if (parameters.key_bits < 64) {
                    ASSERT_EQ(keys[band] >> parameters.key_bits, 0u);
                }
                distinct.insert(keys[band]);
            }
        }
    }
    EXPECT_GT(distinct.size(), 1000u);
}

// Each of two words weighs what the other's logarithm is, so that their scores are equal.
TEST(BandSampler, EqualScoresAreInTheOrderOfTheHashes) {
    const BandParameters parameters{1, 1, {1}, 64, DEFAULT_HASH_SEED};
    const auto logarithm = [](const std::string& term) {
        return minus_log2_of_uniform(hash64(term, DEFAULT_HASH_SEED + 1));
    };
    int tried = 0;
    for (int i = 0; i < 40; ++i) {
        const std::string a = "a" + std::to_string(i);
        const std::string b = "b" + std::to_string(i);
        if (std::max(logarithm(a), logarithm(b)) >= 1u << 30) continue;
        const std::vector<Word> words = {{a, {static_cast<std::uint32_t>(logarithm(b))}, {1}},
                                         {b, {static_cast<std::uint32_t>(logarithm(a))}, {1}}};
        BandSampler drawer(parameters, views(words));
        for (const std::vector<std::uint32_t>& present : {{0u, 1u}, std::vector{1u, 0u}})
            ASSERT_EQ(drawer.draw(present)[0], naive_key(parameters, words, present, 0));
        ++tried;
    }
    EXPECT_GT(tried, 20);
}

// A term whose -log2(u) in the first band lies between these.
std::string term_of_logarithm(double from, double to) {
    for (int i = 0;; ++i) {
        const std::string term = std::to_string(i);
        const std::uint64_t units = minus_log2_of_uniform(hash64(term, DEFAULT_HASH_SEED + 1));
        const double logarithm = static_cast<double>(units) / UNIT;
        if (logarithm > from && logarithm < to) return term;
    }
}

// The greatest weight there is, times 16: a score above 64 bits if it were not drawn as 64.
TEST(BandSampler, EnormousWeightsComeLast) {
    const std::vector<Word> words = {
        {term_of_logarithm(16, 16.2), {0xffffffff}, {1}},
        {term_of_logarithm(2, 4), {(1u << 30) - 1}, {1}},
    };
    BandSampler drawer({1, 1, {1}, 64, DEFAULT_HASH_SEED}, views(words));
    const std::vector<std::uint32_t> both = {0, 1};
    const std::vector<std::uint32_t> second = {1};
    const std::uint64_t key = drawer.draw(both)[0];
    EXPECT_EQ(key, drawer.draw(second)[0]);
}

TEST(BandSampler, OrderAndEarlierDocumentsPlayNoPart) {
    DESCRY_RANDOM(random);
    const std::vector<Word> words = random_words(random, 80);
    BandParameters parameters;
    parameters.information = Fixed24::from(40);
    BandSampler used(parameters, views(words));
    for (unsigned round = 0; round < 200; ++round) {
        std::vector<std::uint32_t> present = random_subset(random, words.size(), 1 + round % 50);
        BandSampler fresh(parameters, views(words));
        const auto keys = fresh.draw(present);
        const std::vector<std::uint64_t> expected(keys.begin(), keys.end());
        for (int again = 0; again < 3; ++again) {
            const auto got = used.draw(present);
            ASSERT_EQ(std::vector<std::uint64_t>(got.begin(), got.end()), expected);
            std::shuffle(present.begin(), present.end(), random);
        }
    }
}

TEST(BandSampler, AfterTheLastWordTheKeyIsMadeOfAll) {
    const std::vector<Word> words = {{"a", {1}, Fixed24::from(1)}, {"b", {1}, Fixed24::from(1)}};
    BandParameters parameters;
    parameters.bands = 3;
    parameters.information = Fixed24::from(50);
    parameters.key_bits = 64;
    const auto draw = [&](std::uint32_t at_most) {
        parameters.words = at_most;
        BandSampler drawer(parameters, views(words));
        const std::vector<std::uint32_t> present = {0, 1};
        const auto keys = drawer.draw(present);
        return std::vector<std::uint64_t>(keys.begin(), keys.end());
    };
    EXPECT_EQ(draw(2), draw(MAX_BAND_WORDS));
    EXPECT_NE(draw(1), draw(2));
    // Bands of the same words have different keys all the same.
    EXPECT_EQ(std::set<std::uint64_t>({draw(2)[0], draw(2)[1], draw(2)[2]}).size(), 3u);
}

TEST(BandSampler, TheWordThatReachesTheInformationIsTheLast) {
    const std::vector<Word> words = {{"a", {1}, {100}}, {"b", {1}, {100}}, {"c", {1}, {100}}};
    const std::vector<std::uint32_t> present = {0, 1, 2};
    const auto key = [&](std::uint32_t at_most, std::uint32_t information) {
        const BandParameters parameters{1, at_most, {information}, 64, DEFAULT_HASH_SEED};
        return BandSampler(parameters, views(words)).draw(present)[0];
    };
    EXPECT_EQ(key(3, 0), key(1, 1000));
    EXPECT_EQ(key(3, 100), key(1, 1000));
    EXPECT_EQ(key(3, 101), key(2, 1000));
    EXPECT_EQ(key(3, 200), key(2, 1000));
    EXPECT_EQ(key(3, 201), key(3, 1000));
    EXPECT_NE(key(1, 1000), key(2, 1000));
    EXPECT_NE(key(2, 1000), key(3, 1000));
}

// A word of weight w comes before one of weight v in v / (w + v) of the bands.
TEST(BandSampler, StableWordsComeFirst) {
    std::size_t first = 0;
    constexpr int SEEDS = 2000;
    const std::vector<Word> words = {{"stable", Fixed24::from(0.01), {1}},
                                     {"unstable", Fixed24::from(0.03), {1}}};
    for (std::uint64_t seed = 0; seed < SEEDS; ++seed) {
        const BandParameters parameters{MAX_BANDS, 1, {1}, 64, seed * 1000};
        BandSampler drawer(parameters, views(words));
        const std::vector<std::uint32_t> both = {0, 1};
        const std::vector<std::uint32_t> stable = {0};
        const auto of_both = drawer.draw(both);
        const std::vector<std::uint64_t> keys(of_both.begin(), of_both.end());
        const auto alone = drawer.draw(stable);
        for (unsigned band = 0; band < MAX_BANDS; ++band)
            first += keys[band] == alone[band];
    }
    const double draws = SEEDS * MAX_BANDS;
    const double sigma = std::sqrt(0.75 * 0.25 / draws);
    EXPECT_NEAR(static_cast<double>(first) / draws, 0.75, 3 * sigma);  // fixed seeds
}

// Computed by another program (python3: XXH64 from its specification, 60-digit logarithms).
TEST(BandSampler, KeysArePinned) {
    const std::vector<Word> words = {
        {"anchor", Fixed24::from(0.02), Fixed24::from(3)},
        {"buoy", Fixed24::from(0.05), Fixed24::from(5.5)},
        {"crane", Fixed24::from(0), Fixed24::from(2)},
        {"dock", Fixed24::from(0.25), Fixed24::from(9.25)},
        {"ebb", Fixed24::from(0.01), Fixed24::from(1)},
        {"ferry", Fixed24::from(0.04), Fixed24::from(4)},
        {"gale", Fixed24::from(0.03), Fixed24::from(6)},
        {"hull", Fixed24::from(0.02), Fixed24::from(3)},
    };
    const auto keys = [&](std::uint32_t bits, const std::vector<std::uint32_t>& present) {
        const BandParameters parameters{4, 3, Fixed24::from(10), bits, 2002};
        BandSampler drawer(parameters, views(words));
        const auto got = drawer.draw(present);
        return std::vector<std::uint64_t>(got.begin(), got.end());
    };
    using Keys = std::vector<std::uint64_t>;
    EXPECT_EQ(keys(32, {0, 1, 2, 3, 4, 5, 6, 7}),
              (Keys{0x76f83d3d, 0x67f8484d, 0xb549b419, 0xf5727970}));
    EXPECT_EQ(keys(32, {6, 4, 3, 1}), (Keys{0xf1484e0c, 0x8c8d7dad, 0x29bbabf6, 0x162b4612}));
    EXPECT_EQ(keys(40, {2}), (Keys{0x9045f51ff, 0x9ebadac103, 0x946d1c5acd, 0x475e25645b}));
}

TEST(BandSampler, RefusesParametersOutOfRange) {
    const auto make = [](std::uint32_t bands, std::uint32_t words, std::uint32_t key_bits) {
        BandParameters parameters;
        parameters.bands = bands;
        parameters.words = words;
        parameters.key_bits = key_bits;
        return BandSampler(parameters, {});
    };
    EXPECT_NO_THROW(make(1, 1, 1));
    EXPECT_NO_THROW(make(MAX_BANDS, MAX_BAND_WORDS, 64));
    EXPECT_THROW(make(0, 1, 32), std::invalid_argument);
    EXPECT_THROW(make(MAX_BANDS + 1, 1, 32), std::invalid_argument);
    EXPECT_THROW(make(1, 0, 32), std::invalid_argument);
    EXPECT_THROW(make(1, MAX_BAND_WORDS + 1, 32), std::invalid_argument);
    EXPECT_THROW(make(1, 1, 0), std::invalid_argument);
    EXPECT_THROW(make(1, 1, 65), std::invalid_argument);
}

}  // namespace
}  // namespace descry
