#include "engine/distance/bag_histogram.h"

#include <algorithm>
#include <limits>

#include "engine/hashing/coding.h"

namespace descry {

namespace {

constexpr std::uint32_t MOST_UNITS = std::numeric_limits<std::uint8_t>::max();
// Far above any document; sums must not overflow.
constexpr std::uint64_t MOST_CHARACTERS = std::numeric_limits<std::uint32_t>::max() / 2;

// Amounts in units up to this are below 2^16 characters.
constexpr std::uint32_t MOST_SHORT_UNIT = 257;

constexpr std::size_t COUNT_BYTES = 4;
constexpr std::size_t UNIT_BYTES = 3;

// Upper bound of the common characters over all classes. With 16 bits, enough for all but the
// longest documents, a vector holds twice as many classes, and the oldest processors can multiply.
template <typename Characters, typename Sum, std::size_t CLASSES>
Sum most_common(const std::array<std::uint8_t, CLASSES>& a, std::uint32_t unit_of_a,
                const std::array<std::uint8_t, CLASSES>& b, std::uint32_t unit_of_b) {
    const auto a_unit = static_cast<Characters>(unit_of_a);
    const auto b_unit = static_cast<Characters>(unit_of_b);
    Sum common = 0;
    for (std::size_t i = 0; i < CLASSES; ++i)
        common += std::min(static_cast<Characters>(a[i] * a_unit),
                           static_cast<Characters>(b[i] * b_unit));
    return common;
}

}  // namespace

void BagHistogramBuilder::add(std::uint64_t hash, std::uint32_t wdf, std::size_t bytes) {
    const std::uint64_t number = (hash >> 32) * BagHistogram::CLASSES >> 32;
    // A word of both sides keeps its separator out of the distance.
    const std::uint64_t characters = std::uint64_t{wdf} * bytes;
    amounts_[number] += characters;
    characters_ += characters + wdf;
    words_ += wdf;
}

BagHistogram BagHistogramBuilder::histogram() const {
    BagHistogram histogram;
    if (characters_ > MOST_CHARACTERS) return histogram;
    const auto greatest =
        static_cast<std::uint32_t>(*std::max_element(amounts_.begin(), amounts_.end()));
    histogram.unit_ = std::max((greatest + MOST_UNITS - 1) / MOST_UNITS, 1u);
    for (std::size_t i = 0; i < BagHistogram::CLASSES; ++i) {
        const auto amount = static_cast<std::uint32_t>(amounts_[i]);
        histogram.amounts_[i] =
            static_cast<std::uint8_t>((amount + histogram.unit_ - 1) / histogram.unit_);
    }
    histogram.characters_ = static_cast<std::uint32_t>(characters_);
    histogram.words_ = static_cast<std::uint32_t>(words_);
    return histogram;
}

BagHistogram::BagHistogram(const Bag& bag) {
    BagHistogramBuilder sketcher;
    for (const Bag::Entry& entry : bag.entries_)
        sketcher.add(entry.hash, entry.wdf, entry.weight - 1);
    *this = sketcher.histogram();
}

void BagHistogram::append_to(std::string& out) const {
    append_big_endian(out, characters_, COUNT_BYTES);
    append_big_endian(out, words_, COUNT_BYTES);
    append_big_endian(out, unit_, UNIT_BYTES);
    for (const std::uint8_t amount : amounts_)
        out += static_cast<char>(amount);
}

BagHistogram BagHistogram::read(std::string_view bytes) {
    static_assert(BYTES == 2 * COUNT_BYTES + UNIT_BYTES + CLASSES);
    BagHistogram histogram;
    histogram.characters_ = static_cast<std::uint32_t>(take_big_endian(bytes, COUNT_BYTES));
    histogram.words_ = static_cast<std::uint32_t>(take_big_endian(bytes, COUNT_BYTES));
    histogram.unit_ = static_cast<std::uint32_t>(take_big_endian(bytes, UNIT_BYTES));
    std::transform(bytes.begin(), bytes.end(), histogram.amounts_.begin(),
                   [](char byte) { return static_cast<std::uint8_t>(byte); });
    return histogram;
}

DistanceMillionths bag_distance_lower_bound(const BagHistogram& a, const BagHistogram& b) {
    if (!a.is_known() || !b.is_known()) return 0;
    const bool are_short = std::max(a.unit_, b.unit_) <= MOST_SHORT_UNIT;
    const std::uint64_t most_shared =
        std::min(a.words_, b.words_) +
        (are_short
             ? most_common<std::uint16_t, std::uint32_t>(a.amounts_, a.unit_, b.amounts_, b.unit_)
             : most_common<std::uint32_t, std::uint64_t>(a.amounts_, a.unit_, b.amounts_, b.unit_));
    const std::uint64_t characters = std::max(a.characters_, b.characters_);
    if (most_shared >= characters) return 0;
    // Rounded down, as a lower bound.
    return static_cast<DistanceMillionths>((characters - most_shared) * WHOLE_DISTANCE /
                                           characters);
}

}  // namespace descry
