#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include <descry/distance/canonical_text.h>
#include <descry/distance/edit_distance.h>

#include "distance/band_distance.h"
#include "distance/byte_codes.h"
#include "distance/common_ends.h"
#include "distance/utf8_characters.h"

namespace descry {

namespace {

// Lower-case letters of ASCII, digits and space have classes of their own.
constexpr std::size_t ascii_class(unsigned char byte) {
    return (byte & 31u) + (byte < 0x60 ? 32 : 0);
}

// @pre valid UTF-8
std::u32string code_points(std::string_view utf8) {
    std::u32string out;
    out.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size();)
        out += next_character(utf8, i);
    return out;
}

// As strip_common_ends(), but for whole characters.
void strip_common_characters(std::string_view& a, std::string_view& b) {
    std::size_t begin = common_beginning(a, b);
    const auto splits = [&begin](std::string_view text) {
        return begin < text.size() && continues_character(text[begin]);
    };
    while (begin > 0 && (splits(a) || splits(b)))
        --begin;
    a.remove_prefix(begin);
    b.remove_prefix(begin);
    std::size_t end = common_ending(a, b);
    while (end > 0 && continues_character(a[a.size() - end]))
        --end;
    a.remove_suffix(end);
    b.remove_suffix(end);
}

std::optional<std::size_t> distance_of_utf8(std::string_view a, std::string_view b,
                                            std::size_t max_edits) {
    thread_local ByteCodes codes;
    if (codes.assign(a, b)) return band_distance(codes.a(), codes.b(), max_edits);
    return edit_distance(code_points(a), code_points(b), max_edits);
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

// One edit makes up for one surplus character in each text. Counts cut off at the most that they
// can hold differ by no more than the true ones.
std::size_t CanonicalText::least_edits(const CanonicalText& a, const CanonicalText& b) {
    std::int32_t apart = 0;
    std::int32_t more = 0;
    for (std::size_t i = 0; i < CLASSES; ++i) {
        const std::int32_t surplus = std::int32_t{a.counts_[i]} - std::int32_t{b.counts_[i]};
        apart += surplus < 0 ? -surplus : surplus;
        more += surplus;
    }
    return static_cast<std::size_t>((apart + std::abs(more)) / 2);
}

std::optional<std::size_t> edit_distance(const CanonicalText& a, const CanonicalText& b,
                                         std::size_t max_edits) {
    const auto [shorter, longer] = std::minmax({a.characters(), b.characters()});
    if (longer - shorter > max_edits) return std::nullopt;
    if (CanonicalText::least_edits(a, b) > max_edits) return std::nullopt;
    std::string_view rest_of_a = a.utf8();
    std::string_view rest_of_b = b.utf8();
    if (rest_of_a.size() == a.characters() && rest_of_b.size() == b.characters()) {
        strip_common_ends(rest_of_a, rest_of_b);
        return band_distance(rest_of_a, rest_of_b, max_edits);
    }
    strip_common_characters(rest_of_a, rest_of_b);
    return distance_of_utf8(rest_of_a, rest_of_b, max_edits);
}

std::optional<DistanceMillionths> canonical_distance(const CanonicalText& a, const CanonicalText& b,
                                                     DistanceMillionths limit) {
    const std::uint64_t longer = std::max(a.characters(), b.characters());
    if (longer == 0) return 0;
    const auto edits = edit_distance(a, b, longer * limit / WHOLE_DISTANCE);
    if (!edits) return std::nullopt;
    return static_cast<DistanceMillionths>(std::uint64_t{*edits} * WHOLE_DISTANCE / longer);
}

}  // namespace descry
