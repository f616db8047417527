#include "engine/distance/coarse_bag_histogram.h"

#include <algorithm>
#include <bit>

#include "engine/hashing/coding.h"

namespace descry {

namespace {

// The greatest amount is stored as a share of the characters; as these are rounded down, it may
// exceed all by one, which still fits a byte.
constexpr std::uint64_t SHARES = 250;
constexpr std::uint64_t UNITS_OF_THE_GREATEST = 15;

// Integers below 2^42 as 5 bits of exponent and 11 of mantissa.
constexpr unsigned MANTISSA_BITS = 11;
constexpr std::uint32_t MANTISSA = (1u << MANTISSA_BITS) - 1;

std::uint16_t rounded_down(std::uint32_t value) {
    const auto bits = static_cast<unsigned>(std::bit_width(value));
    if (bits <= MANTISSA_BITS) return static_cast<std::uint16_t>(value);
    const unsigned shift = bits - MANTISSA_BITS - 1;
    return static_cast<std::uint16_t>(((shift + 1) << MANTISSA_BITS) |
                                      ((value >> shift) & MANTISSA));
}

std::uint64_t value_of(std::uint16_t rounded) {
    const unsigned exponent = rounded >> MANTISSA_BITS;
    const std::uint64_t mantissa = rounded & MANTISSA;
    return exponent == 0 ? mantissa : (mantissa | (MANTISSA + 1)) << (exponent - 1);
}

std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) {
    return (a + b - 1) / b;
}

}  // namespace

// In characters.
CoarseBagHistogram::Amounts CoarseBagHistogram::joined_amounts(const BagHistogram& histogram) {
    static_assert(BagHistogram::CLASSES == 2 * CLASSES);
    Amounts amounts;
    for (std::size_t i = 0; i < CLASSES; ++i) {
        const unsigned units = histogram.amounts_[2 * i] + histogram.amounts_[2 * i + 1];
        amounts[i] = std::uint64_t{histogram.unit_} * units;
    }
    return amounts;
}

// In characters; at least 1.
std::uint64_t CoarseBagHistogram::unit() const {
    return std::max<std::uint64_t>(
        divided_up(value_of(characters_) * greatest_, SHARES * UNITS_OF_THE_GREATEST), 1);
}

CoarseBagHistogram::CoarseBagHistogram(const BagHistogram& histogram) {
    if (!histogram.is_known() || histogram.characters_ == 0) return;
    const Amounts amounts = joined_amounts(histogram);
    const std::uint64_t greatest = *std::max_element(amounts.begin(), amounts.end());
    characters_ = rounded_down(histogram.characters_);
    greatest_ = static_cast<std::uint8_t>(divided_up(greatest * SHARES, value_of(characters_)));
    const std::uint64_t one = unit();
    for (std::size_t i = 0; i < CLASSES; ++i) {
        const auto units = static_cast<unsigned>(divided_up(amounts[i], one));
        amounts_[i / 2] = static_cast<std::uint8_t>(amounts_[i / 2] | units << (i % 2 * 4));
    }
}

void CoarseBagHistogram::append_to(std::string& out) const {
    append_big_endian(out, characters_, sizeof characters_);
    out += static_cast<char>(greatest_);
    for (const std::uint8_t byte : amounts_)
        out += static_cast<char>(byte);
}

CoarseBagHistogram CoarseBagHistogram::read(std::string_view bytes) {
    static_assert(BYTES == 3 + CLASSES / 2);
    const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); };
    CoarseBagHistogram coarse_histogram;
    coarse_histogram.characters_ = static_cast<std::uint16_t>(read_big_endian(bytes.substr(0, 2)));
    coarse_histogram.greatest_ = byte(2);
    for (std::size_t i = 0; i < coarse_histogram.amounts_.size(); ++i)
        coarse_histogram.amounts_[i] = byte(3 + i);
    return coarse_histogram;
}

CoarseHistogramDistance::CoarseHistogramDistance(const BagHistogram& histogram)
    : is_known_(histogram.is_known()),
      characters_(histogram.characters_),
      words_(histogram.words_),
      amounts_(CoarseBagHistogram::joined_amounts(histogram)) {}

DistanceMillionths CoarseHistogramDistance::least(const CoarseBagHistogram& other) const {
    if (!is_known_ || !other.is_known()) return 0;
    const std::uint64_t unit = other.unit();
    // The other's words are unknown: all may be shared.
    std::uint64_t most_shared = words_;
    for (std::size_t i = 0; i < other.amounts_.size(); ++i) {
        const std::uint64_t first = other.amounts_[i] & 0xfu;
        const std::uint64_t second = other.amounts_[i] >> 4;
        most_shared += std::min(amounts_[2 * i], first * unit);
        most_shared += std::min(amounts_[2 * i + 1], second * unit);
    }
    const std::uint64_t characters = std::max(characters_, value_of(other.characters_));
    if (most_shared >= characters) return 0;
    return static_cast<DistanceMillionths>((characters - most_shared) * WHOLE_DISTANCE /
                                           characters);
}

}  // namespace descry
