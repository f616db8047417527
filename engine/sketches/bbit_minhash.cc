#include "engine/sketches/bbit_minhash.h"

#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

namespace descry {

namespace {

constexpr unsigned WORD_BITS = 64;

void check_bits(unsigned bits) {
    if (bits == 1 || bits == 2 || bits == 4 || bits == 8) return;
    throw std::invalid_argument("b-bit MinHash: b is " + std::to_string(bits) +
                                ", must be 1, 2, 4 or 8");
}

void check(const BbitShape& shape) {
    check_bits(shape.bits);
    if (shape.permutations == 0) throw std::invalid_argument("b-bit MinHash: 0 permutations");
}

/// 1 at the lowest bit of each value that is not 0.
std::uint64_t mark_values(std::uint64_t word, unsigned bits) {
    switch (bits) {
        case 8:
            word |= word >> 4;
            [[fallthrough]];
        case 4:
            word |= word >> 2;
            [[fallthrough]];
        case 2:
            word |= word >> 1;
            [[fallthrough]];
        default:
            // 64 ones, every second, fourth or eighth of them.
            return word & (~std::uint64_t{0} / ((std::uint64_t{1} << bits) - 1));
    }
}

}  // namespace

std::size_t bbit_words(const BbitShape& shape) {
    check(shape);
    return (std::size_t{shape.permutations} * shape.bits + WORD_BITS - 1) / WORD_BITS;
}

std::vector<std::uint64_t> bbit_sketch(std::span<const std::uint32_t> signature, unsigned bits) {
    const BbitShape shape{static_cast<unsigned>(signature.size()), bits};
    std::vector<std::uint64_t> words(bbit_words(shape));
    const std::uint32_t mask = (std::uint32_t{1} << bits) - 1;
    for (std::size_t i = 0; i < signature.size(); ++i)
        words[i * bits / WORD_BITS] |= std::uint64_t{signature[i] & mask} << (i * bits % WORD_BITS);
    return words;
}

unsigned bbit_differences(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                          const BbitShape& shape) {
    if (a.size() != bbit_words(shape) || b.size() != a.size()) {
        throw std::invalid_argument(
            "b-bit MinHash: sketches of " + std::to_string(a.size()) + " and " +
            std::to_string(b.size()) + " words, " + std::to_string(shape.permutations) + " x " +
            std::to_string(shape.bits) + " bits have " + std::to_string(bbit_words(shape)));
    }
    unsigned differences = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        differences += static_cast<unsigned>(std::popcount(mark_values(a[i] ^ b[i], shape.bits)));
    return differences;
}

BbitCollision::BbitCollision(unsigned bits, double r1, double r2) {
    check_bits(bits);
    if (!(r1 >= 0 && r1 < 1 && r2 >= 0 && r2 < 1)) {
        throw std::invalid_argument("b-bit MinHash: shares of all elements " + std::to_string(r1) +
                                    " and " + std::to_string(r2) + ", must be in [0, 1)");
    }
    const double values = std::exp2(bits);
    // The probability that the lowest bits of a set's MinHash are given ones; its limit where r is
    // too small for the subtraction.
    const auto chance = [values](double r) {
        if (r < 1e-9) return 1 / values;
        return r * std::pow(1 - r, values - 1) / (1 - std::pow(1 - r, values));
    };
    const double a1 = chance(r1);
    const double a2 = chance(r2);
    const double share = r1 + r2 > 0 ? r1 / (r1 + r2) : 0.5;
    c1 = a1 * (1 - share) + a2 * share;
    c2 = a1 * share + a2 * (1 - share);
}

double bbit_resemblance(unsigned differences, const BbitShape& shape) {
    return bbit_resemblance(differences, shape, BbitCollision(shape.bits));
}

double bbit_resemblance(unsigned differences, const BbitShape& shape,
                        const BbitCollision& collision) {
    check(shape);
    if (differences > shape.permutations) {
        throw std::invalid_argument("b-bit MinHash: " + std::to_string(differences) +
                                    " differences of " + std::to_string(shape.permutations) +
                                    " values");
    }
    const double agreeing = 1 - static_cast<double>(differences) / shape.permutations;
    return (agreeing - collision.c1) / (1 - collision.c2);
}

double bbit_standard_error(double resemblance, const BbitShape& shape) {
    check(shape);
    const BbitCollision collision(shape.bits);
    const double p = collision.probability(resemblance);
    return std::sqrt(p * (1 - p) / shape.permutations) / (1 - collision.c2);
}

unsigned bbit_max_differences(double resemblance, const BbitShape& shape) {
    check(shape);
    if (!(resemblance >= 0 && resemblance <= 1)) {
        throw std::invalid_argument("b-bit MinHash: a resemblance of " +
                                    std::to_string(resemblance) + ", must be in [0, 1]");
    }
    unsigned differences = 0;
    while (differences < shape.permutations &&
           bbit_resemblance(differences + 1, shape) >= resemblance)
        ++differences;
    return differences;
}

}  // namespace descry
