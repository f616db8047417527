#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include <descry/distance/canonical_text.h>

#include "edits/anchored_edits.h"
#include "edits/utf8_characters.h"

namespace descry {

namespace {

// A way along anchors that takes a quarter more edits than the limit: there is hardly any within
// it.
constexpr std::size_t ANCHORED_SPARE = 4;

// Lower-case letters of ASCII, digits and space have classes of their own.
constexpr std::size_t ascii_class(unsigned char byte) {
    return (byte & 31u) + (byte < 0x60 ? 32 : 0);
}

template <typename Edits>
std::optional<DistanceMillionths> in_millionths(const CanonicalText& a, const CanonicalText& b,
                                                DistanceMillionths limit, const Edits& edits_of) {
    const std::uint64_t longer = std::max(a.characters(), b.characters());
    if (longer == 0) return 0;
    const std::optional<std::size_t> edits = edits_of(longer * limit / WHOLE_DISTANCE);
    if (!edits) return std::nullopt;
    return static_cast<DistanceMillionths>(std::uint64_t{*edits} * WHOLE_DISTANCE / longer);
}

}  // namespace

CanonicalText::CanonicalText(std::string utf8) : utf8_(std::move(utf8)) {
    std::array<std::size_t, CLASSES> counts{};
    for (std::size_t i = 0; i < utf8_.size(); ++i) {
        const auto byte = static_cast<unsigned char>(utf8_[i]);
        if (byte < 0x80) {
            ++counts[ascii_class(byte)];
            ++characters_;
        } else if (byte < 0xc0 && (i + 1 == utf8_.size() || !continues_character(utf8_[i + 1]))) {
            // The last byte of a character: its lower bits tell most of one script apart.
            ++counts[byte & 63u];
            ++characters_;
        }
    }
    for (std::size_t i = 0; i < CLASSES; ++i) {
        counts_[i] = static_cast<std::uint16_t>(
            std::min<std::size_t>(counts[i], std::numeric_limits<std::uint16_t>::max()));
    }
}

bool CanonicalText::are_ascii(const CanonicalText& a, const CanonicalText& b) {
    return a.utf8_.size() == a.characters_ && b.utf8_.size() == b.characters_;
}

// One edit makes up for one surplus character in each text. Counts cut off at the most that they
// can hold differ by no more than the true ones.
std::size_t CanonicalText::least_edits(const CanonicalText& a, const CanonicalText& b) {
    const auto [shorter, longer] = std::minmax({a.characters(), b.characters()});
    std::int32_t apart = 0;
    std::int32_t more = 0;
    for (std::size_t i = 0; i < CLASSES; ++i) {
        const std::int32_t surplus = std::int32_t{a.counts_[i]} - std::int32_t{b.counts_[i]};
        apart += surplus < 0 ? -surplus : surplus;
        more += surplus;
    }
    return std::max(longer - shorter, static_cast<std::size_t>((apart + std::abs(more)) / 2));
}

std::optional<std::size_t> edit_distance(const CanonicalText& a, const CanonicalText& b,
                                         std::size_t max_edits) {
    if (CanonicalText::least_edits(a, b) > max_edits) return std::nullopt;
    return utf8_distance(a.utf8(), b.utf8(), CanonicalText::are_ascii(a, b), max_edits);
}

std::optional<std::size_t> edits_at_most(const CanonicalText& a, const CanonicalText& b,
                                         std::size_t max_edits, Effort effort) {
    if (!a.is_long() && !b.is_long()) return edit_distance(a, b, max_edits);
    if (CanonicalText::least_edits(a, b) > max_edits) return std::nullopt;
    const bool is_ascii = CanonicalText::are_ascii(a, b);
    const bool is_quick = effort == Effort::QUICK || a.is_very_long() || b.is_very_long();
    const std::size_t spare = is_quick ? 0 : max_edits / ANCHORED_SPARE;
    const auto edits = anchored_edits(a.utf8(), b.utf8(), is_ascii, max_edits + spare);
    if (!edits || *edits <= max_edits) return edits;
    return utf8_distance(a.utf8(), b.utf8(), is_ascii, max_edits);
}

std::optional<DistanceMillionths> canonical_distance(const CanonicalText& a, const CanonicalText& b,
                                                     DistanceMillionths limit) {
    return in_millionths(a, b, limit,
                         [&](std::size_t max_edits) { return edit_distance(a, b, max_edits); });
}

std::optional<DistanceMillionths> canonical_distance_at_most(const CanonicalText& a,
                                                             const CanonicalText& b,
                                                             DistanceMillionths limit,
                                                             Effort effort) {
    return in_millionths(
        a, b, limit, [&](std::size_t max_edits) { return edits_at_most(a, b, max_edits, effort); });
}

}  // namespace descry
