#include "engine/sketches/bbit_minhash.h"

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

double bbit_resemblance(unsigned differences, const BbitShape& shape) {
    check(shape);
    if (differences > shape.permutations) {
        throw std::invalid_argument("b-bit MinHash: " + std::to_string(differences) +
                                    " differences of " + std::to_string(shape.permutations) +
                                    " values");
    }
    const double agreeing = 1 - static_cast<double>(differences) / shape.permutations;
    const double chance = std::exp2(-static_cast<double>(shape.bits));
    return (agreeing - chance) / (1 - chance);
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
