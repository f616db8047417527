#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/sketches/minhash.h>

#include "engine/sketches/bbit_minhash.h"
#include "engine/sketches/permutation_sketch.h"
#include "engine/sketches/simhash.h"
#include "tests/cpu_targets.h"
#include "tests/engine/random_seed.h"
#include "tests/engine/random_sets.h"
#include "tests/volume.h"

namespace descry {
namespace {

using testing::Elements;
using testing::for_each_target;
using testing::Moments;
using testing::Overlap;
using testing::random_elements;

// The plain definitions, value by value.

std::uint32_t multiply_shift(std::uint64_t x, std::uint64_t i, std::uint64_t seed) {
    const std::uint64_t a = hash64_list(std::array{2 * i}, seed);
    const std::uint64_t b = hash64_list(std::array{2 * i + 1}, seed);
    return static_cast<std::uint32_t>((a * (x & 0xffffffff) + b) >> 32);
}

std::uint32_t murmur3_x86_32(const std::string& bytes, std::uint32_t seed) {
    const auto byte = [&](std::size_t i) {
        return std::uint32_t{static_cast<unsigned char>(bytes[i])};
    };
    const auto scramble = [](std::uint32_t k) {
        return std::rotl(k * 0xcc9e2d51, 15) * 0x1b873593;
    };
    std::uint32_t h = seed;
    std::size_t i = 0;
    for (; i + 4 <= bytes.size(); i += 4) {
        h ^= scramble(byte(i) | byte(i + 1) << 8 | byte(i + 2) << 16 | byte(i + 3) << 24);
        h = std::rotl(h, 13) * 5 + 0xe6546b64;
    }
    std::uint32_t k = 0;
    for (std::size_t j = bytes.size(); j-- > i;)
        k = k << 8 | byte(j);
    h ^= scramble(k);
    h ^= static_cast<std::uint32_t>(bytes.size());
    h = (h ^ h >> 16) * 0x85ebca6b;
    h = (h ^ h >> 13) * 0xc2b2ae35;
    return h ^ h >> 16;
}

std::string little_endian(std::uint64_t value) {
    std::string bytes;
    for (unsigned shift = 0; shift < 64; shift += 8)
        bytes += static_cast<char>(static_cast<unsigned char>(value >> shift));
    return bytes;
}

// a x + b mod p by doubling and adding, which needs no wide product.
std::uint64_t linear(std::uint64_t x, std::uint64_t a, std::uint64_t b, std::uint64_t p) {
    std::uint64_t sum = b;
    for (std::uint64_t term = a; x != 0; x >>= 1, term = 2 * term % p)
        if ((x & 1) != 0) sum = (sum + term) % p;
    return sum;
}

template <typename Value>
Value least(const Elements& elements, const std::function<Value(std::uint64_t)>& hash) {
    Value value = std::numeric_limits<Value>::max();
    for (const std::uint64_t element : elements)
        value = std::min(value, hash(element));
    return value;
}

// SMHasher's own check of an implementation: the hash of the hashes of 0, 01, 012...
TEST(Murmur3Oracle, VerificationValue) {
    std::string keys;
    std::string hashes;
    for (std::uint32_t i = 0; i < 256; ++i) {
        hashes += little_endian(murmur3_x86_32(keys, 256 - i)).substr(0, 4);
        keys += static_cast<char>(static_cast<unsigned char>(i));
    }
    EXPECT_EQ(murmur3_x86_32(hashes, 0), 0xb0f57ee3u);
}

TEST(Targets, EqualThePlainLoops) {
    DESCRY_RANDOM(generator);
    const unsigned targets = for_each_target([&] {
        for (const unsigned permutations : {1u, 31u, 32u, 33u, 128u, 200u}) {
            const std::size_t size = 1 + generator() % 40;
            Elements elements = random_elements(generator, size);
            elements[0] = generator() % 2 == 0 ? 0 : ~std::uint64_t{0};
            const std::uint64_t seed = generator();
            const auto shift = MinHasher(permutations, seed).sign(elements);
            const auto murmur =
                MinHasher(permutations, seed, MinHashFamily::MURMUR3).sign(elements);
            ASSERT_EQ(shift.size(), permutations);
            ASSERT_EQ(murmur.size(), permutations);
            for (std::uint64_t i = 0; i < permutations; ++i) {
                ASSERT_EQ(shift[i], least<std::uint32_t>(elements, [&](std::uint64_t x) {
                              return multiply_shift(x, i, seed);
                          }));
                const auto own = static_cast<std::uint32_t>(hash64_list(std::array{i}, seed));
                ASSERT_EQ(murmur[i], least<std::uint32_t>(elements, [&](std::uint64_t x) {
                              return murmur3_x86_32(little_endian(x), own);
                          }));
            }
        }
    });
    EXPECT_GE(targets, 1u);
    RecordProperty("targets", static_cast<int>(targets));
}

TEST(Targets, LinearPermutationsEqualThePlainLoops) {
    DESCRY_RANDOM(generator);
    // The smallest prime, two small ones, that of 31 bits, the default, the largest allowed.
    const std::vector<std::pair<std::uint64_t, unsigned>> primes = {
        {2, 1}, {257, 8}, {65537, 16}, {2147483647, 30}, {4294967311, 32}, {1099511627689, 32}};
    for_each_target([&] {
        for (const auto& [prime, bits] : primes) {
            const PermutationParameters parameters{3 + static_cast<unsigned>(generator() % 60),
                                                   prime, bits, generator()};
            Elements elements = random_elements(generator, 1 + generator() % 20);
            elements[0] = ~std::uint64_t{0};
            const auto sketch = PermutationSketcher(parameters).sign(elements);
            ASSERT_EQ(sketch.size(), parameters.permutations);
            for (std::uint64_t i = 0; i < sketch.size(); ++i) {
                const std::uint64_t a =
                    1 + hash64_list(std::array{2 * i}, parameters.seed) % (prime - 1);
                const std::uint64_t b = hash64_list(std::array{2 * i + 1}, parameters.seed) % prime;
                ASSERT_EQ(sketch[i], least<std::uint64_t>(
                                         elements,
                                         [&](std::uint64_t x) {
                                             return linear(x & ((std::uint64_t{1} << bits) - 1), a,
                                                           b, prime);
                                         }))
                    << prime;
            }
        }
    });
}

TEST(PermutationSketch, IsOfPermutations) {
    // Every x of 0..12 goes to another place.
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const PermutationSketcher sketcher({1, 13, 3, seed});
        std::vector<std::uint64_t> images;
        for (std::uint64_t x = 0; x < 8; ++x)
            images.push_back(sketcher.sign(Elements{x})[0]);
        std::sort(images.begin(), images.end());
        EXPECT_EQ(std::unique(images.begin(), images.end()), images.end());
        EXPECT_LT(images.back(), 13u);
    }
}

TEST(Rejected, WithTheValue) {
    const auto message = [](const auto& make) -> std::string {
        try {
            make();
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "nothing thrown";
    };
    const auto sketcher = [&](unsigned k, std::uint64_t prime, unsigned bits) {
        return message([&] { PermutationSketcher({k, prime, bits, 1}); });
    };
    EXPECT_NE(sketcher(0, 13, 3).find("0 permutations"), std::string::npos);
    EXPECT_NE(sketcher(200, 4294967297, 32).find("4294967297 is not a prime"), std::string::npos);
    EXPECT_NE(sketcher(200, 1, 1).find("1 is not a prime"), std::string::npos);
    EXPECT_NE(sketcher(200, 2147483647, 31).find("2147483647 is smaller than the hash range 2^31"),
              std::string::npos);
    EXPECT_NE(sketcher(200, 1099511627791, 32).find("not below 2^40"), std::string::npos);
    EXPECT_NE(sketcher(200, 13, 0).find("elements of 0 bits"), std::string::npos);
    EXPECT_NE(sketcher(200, 13, 33).find("elements of 33 bits"), std::string::npos);
    EXPECT_NE(message([] { MinHasher(0); }).find("0 permutations"), std::string::npos);
    const std::vector<std::uint32_t> signature(8);
    for (const unsigned bits : {0u, 3u, 16u}) {
        EXPECT_NE(
            message([&] { bbit_sketch(signature, bits); }).find("b is " + std::to_string(bits)),
            std::string::npos);
    }
    EXPECT_NE(message([] { bbit_sketch({}, 1); }).find("0 permutations"), std::string::npos);
    EXPECT_THROW(bbit_resemblance(129, {128, 1}), std::invalid_argument);
    EXPECT_THROW(bbit_max_differences(1.5, {128, 1}), std::invalid_argument);
    EXPECT_THROW(PermutationSketcher().sign({}), std::invalid_argument);
    EXPECT_THROW(SimHasher().sign({}), std::invalid_argument);
    const std::string other = MinHasher(128, 3).recipe();
    EXPECT_NE(message([&] {
                  require_same_recipe(MinHasher().recipe(), other);
              }).find("seed=2002\" and \"minhash/1 permutations=128 family=multiply-shift seed=3"),
              std::string::npos);
    EXPECT_NO_THROW(require_same_recipe(other, other));
}

TEST(Recipes, NameWhatMadeTheValues) {
    EXPECT_EQ(MinHasher(64, 1, MinHashFamily::MURMUR3).recipe(),
              "minhash/1 permutations=64 family=murmur3 seed=1");
    EXPECT_EQ(PermutationSketcher().recipe(),
              "sketch/1 permutations=200 prime=4294967311 hash-bits=32 seed=2002");
}

TEST(BbitSketch, KeepsTheLowestBits) {
    const std::vector<std::uint32_t> signature = {0xffffffff, 0x100, 0x3a, 0x81};
    EXPECT_EQ(bbit_sketch(signature, 1), (std::vector<std::uint64_t>{0b1001}));
    EXPECT_EQ(bbit_sketch(signature, 2), (std::vector<std::uint64_t>{0b01'10'00'11}));
    EXPECT_EQ(bbit_sketch(signature, 4), (std::vector<std::uint64_t>{0x1a0f}));
    EXPECT_EQ(bbit_sketch(signature, 8), (std::vector<std::uint64_t>{0x813a00ff}));
    EXPECT_EQ(bbit_sketch(std::vector<std::uint32_t>(128, 1)).size(), 2u);
    EXPECT_EQ(bbit_sketch(std::vector<std::uint32_t>(65, 1)),
              (std::vector<std::uint64_t>{~std::uint64_t{0}, 1}));
}

TEST(BbitSketch, CorrectedEstimate) {
    // Half of the bits agree by chance: nothing in common. SmartNews' example needs 4/9.
    EXPECT_DOUBLE_EQ(bbit_resemblance(64, {128, 1}), 0);
    EXPECT_DOUBLE_EQ(bbit_resemblance(0, {128, 1}), 1);
    EXPECT_DOUBLE_EQ(bbit_resemblance(96, {128, 1}), -0.5);
    EXPECT_DOUBLE_EQ(bbit_resemblance(96, {128, 2}), 0);
    EXPECT_EQ(bbit_max_differences(0.8, {128, 1}), 12u);
    EXPECT_EQ(bbit_max_differences(1, {128, 1}), 0u);
    EXPECT_EQ(bbit_max_differences(0, {128, 1}), 64u);
}

// The mean of an estimator within 3 sigma of the truth, its variance within 3 sigma of theory.
void expect_theory(const Moments& estimates, double truth, double standard_error) {
    const double n = estimates.count();
    EXPECT_NEAR(estimates.mean(), truth, 3 * standard_error / std::sqrt(n) + 1e-12);
    // A variance of n nearly normal numbers has the relative error sqrt(2 / n).
    const double variance = standard_error * standard_error;
    EXPECT_NEAR(estimates.variance(), variance, 3 * variance * std::sqrt(2 / n) + 1e-12);
}

double minhash_standard_error(double resemblance, unsigned permutations) {
    return std::sqrt(resemblance * (1 - resemblance) / permutations);
}

// sqrt(P (1 - P) / k) / (1 - 2^-b), P = 2^-b + (1 - 2^-b) J: Li and Koenig's theorem 1.
double bbit_standard_error(double resemblance, const BbitShape& shape) {
    const double chance = std::exp2(-static_cast<double>(shape.bits));
    const double p = chance + (1 - chance) * resemblance;
    return std::sqrt(p * (1 - p) / shape.permutations) / (1 - chance);
}

unsigned bbit_differences(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b,
                          const BbitShape& shape) {
    const std::uint64_t mask = (std::uint64_t{1} << shape.bits) - 1;
    unsigned differences = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (unsigned bit = 0; bit < 64; bit += shape.bits)
            differences += ((a[i] ^ b[i]) >> bit & mask) != 0 ? 1u : 0u;
    }
    return differences;
}

constexpr Overlap OVERLAPS[] = {{60, 40}, {50, 100}, {160, 20}, {300, 0}};

// Fixed seeds: three sigma are passed by chance once in 370.
TEST(Theory, MinHash) {
    std::mt19937_64 generator(1);
    for (const MinHashFamily family : {MinHashFamily::MULTIPLY_SHIFT, MinHashFamily::MURMUR3}) {
        for (const Overlap& overlap : OVERLAPS) {
            Moments estimates;
            for (unsigned i = 0; i < 600; ++i) {
                const MinHasher hasher(128, generator(), family);
                const auto [a, b] = overlap.draw(generator);
                estimates.add(estimated_resemblance(hasher.sign(a), hasher.sign(b)));
            }
            expect_theory(estimates, overlap.jaccard(),
                          minhash_standard_error(overlap.jaccard(), 128));
        }
    }
}

TEST(Theory, PermutationSketch) {
    std::mt19937_64 generator(2);
    for (const Overlap& overlap : OVERLAPS) {
        Moments estimates;
        for (unsigned i = 0; i < 400; ++i) {
            PermutationParameters parameters;
            parameters.seed = generator();
            const PermutationSketcher sketcher(parameters);
            const auto [a, b] = overlap.draw(generator);
            estimates.add(estimated_resemblance(sketcher.sign(a), sketcher.sign(b)));
        }
        expect_theory(estimates, overlap.jaccard(), minhash_standard_error(overlap.jaccard(), 200));
    }
}

TEST(Theory, BbitMinHash) {
    std::mt19937_64 generator(4);
    for (const unsigned bits : {1u, 2u, 4u, 8u}) {
        const BbitShape shape{128, bits};
        for (const Overlap& overlap : OVERLAPS) {
            Moments estimates;
            for (unsigned i = 0; i < 400; ++i) {
                const MinHasher hasher(128, generator(), MinHashFamily::MURMUR3);
                const auto [a, b] = overlap.draw(generator);
                const unsigned differences = bbit_differences(
                    bbit_sketch(hasher.sign(a), bits), bbit_sketch(hasher.sign(b), bits), shape);
                estimates.add(bbit_resemblance(differences, shape));
            }
            expect_theory(estimates, overlap.jaccard(),
                          bbit_standard_error(overlap.jaccard(), shape));
        }
    }
}

TEST(Theory, SimHash) {
    std::mt19937_64 generator(5);
    for (const Overlap& overlap : {Overlap{300, 300}, Overlap{800, 200}, Overlap{950, 50}}) {
        Moments distances;
        for (unsigned i = 0; i < 400; ++i) {
            const auto [a, b] = overlap.draw(generator);
            distances.add(std::popcount(SimHasher().sign(a) ^ SimHasher().sign(b)));
        }
        const double cosine =
            static_cast<double>(overlap.common) / static_cast<double>(overlap.common + overlap.own);
        const double p = std::acos(cosine) / std::numbers::pi;
        const double expected = SIMHASH_BITS * p;
        const double standard_error = std::sqrt(SIMHASH_BITS * p * (1 - p));
        // The angle between sums of coins, which are not quite normal, adds a percent.
        EXPECT_NEAR(distances.mean(), expected, 3 * standard_error / 20 + 0.01 * expected);
        EXPECT_NEAR(std::sqrt(distances.variance()), standard_error, 0.15 * standard_error);
    }
}

TEST(SimHash, CountsFeaturesAsOftenAsTheyOccur) {
    EXPECT_EQ(SimHasher().sign(Elements{0b1100, 0b1010, 0b1000}), 0b1000u);
    EXPECT_EQ(SimHasher().sign(Elements{0b01, 0b01, 0b10}), 0b01u);
    // Half of two features is no majority.
    EXPECT_EQ(SimHasher().sign(Elements{1, 2}), 0u);
    EXPECT_DOUBLE_EQ(simhash_cosine(0), 1);
    EXPECT_NEAR(simhash_cosine(32), 0, 1e-12);
}

TEST(SimHash, TakesAFeatureSeveralTimes) {
    DESCRY_RANDOM(generator);
    const SimHasher hasher;
    for (unsigned round = 0; round < 50; ++round) {
        Elements features;
        SimHasher::State state = hasher.start();
        for (const std::uint64_t feature : random_elements(generator, 1 + generator() % 30)) {
            const auto times = static_cast<std::uint32_t>(generator() % 70);
            features.insert(features.end(), times, feature);
            hasher.add(state, feature, times);
        }
        if (!features.empty()) {
            ASSERT_EQ(hasher.finish(state), hasher.sign(features));
        }
    }
    // More than any document has: no counter is full.
    SimHasher::State state = hasher.start();
    for (int i = 0; i < 2000; ++i)
        hasher.add(state, i % 3 == 0 ? 0b10u : 0b01u, 0xffffffff);
    EXPECT_EQ(hasher.finish(state), 0b01u);
}

TEST(SimHash, EqualsCountersBitByBit) {
    DESCRY_RANDOM(generator);
    for (unsigned round = 0; round < 50; ++round) {
        const Elements features = random_elements(generator, 1 + generator() % 300);
        std::uint64_t expected = 0;
        for (unsigned bit = 0; bit < 64; ++bit) {
            const auto set = std::count_if(features.begin(), features.end(),
                                           [&](std::uint64_t f) { return (f >> bit) & 1; });
            if (2 * static_cast<std::size_t>(set) > features.size())
                expected |= std::uint64_t{1} << bit;
        }
        ASSERT_EQ(SimHasher().sign(features), expected);
    }
}

// 10,000 pairs of one collection, signed with one seed: none further off than 5 sigma, and the mean
// error as theory has it.
TEST(Theory, TenThousandPairs) {
    const unsigned pairs = testing::scaled(10000u);
    std::mt19937_64 generator(6);
    const MinHasher hasher(128, DEFAULT_HASH_SEED, MinHashFamily::MURMUR3);
    const PermutationSketcher sketcher;
    struct Errors {
        Moments squares;
        double largest = 0;
        void add(double estimate, double truth, double sigma) {
            const double z = std::abs(estimate - truth) / sigma;
            squares.add(z * z);
            largest = std::max(largest, z);
        }
    };
    Errors minhash, sketch, bbit;
    for (unsigned i = 0; i < pairs; ++i) {
        const Overlap overlap{40 + generator() % 60, 20 + generator() % 40};
        const auto [a, b] = overlap.draw(generator);
        const double j = overlap.jaccard();
        const auto x = hasher.sign(a);
        const auto y = hasher.sign(b);
        minhash.add(estimated_resemblance(x, y), j, minhash_standard_error(j, 128));
        bbit.add(
            bbit_resemblance(bbit_differences(bbit_sketch(x), bbit_sketch(y), {128, 1}), {128, 1}),
            j, bbit_standard_error(j, {128, 1}));
        sketch.add(estimated_resemblance(sketcher.sign(a), sketcher.sign(b)), j,
                   minhash_standard_error(j, 200));
    }
    for (const auto* errors : {&minhash, &sketch, &bbit}) {
        EXPECT_LT(errors->largest, 5);
        EXPECT_NEAR(errors->squares.mean(), 1, 0.08 * std::sqrt(10000.0 / pairs));
    }
}

}  // namespace
}  // namespace descry
