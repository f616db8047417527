#include <algorithm>
#include <cstdint>
#include <utility>

#include <descry/distance/canonical_text.h>
#include <descry/distance/edit_distance.h>

#include "distance/band_distance.h"
#include "distance/common_ends.h"

namespace descry {

namespace {

constexpr bool begins_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

// @pre valid UTF-8
std::u32string code_points(std::string_view utf8) {
    std::u32string out;
    out.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size();) {
        const auto first = static_cast<unsigned char>(utf8[i++]);
        char32_t c = first < 0x80 ? first : first < 0xe0 ? first & 0x1f : first & 0x0f;
        if (first >= 0xf0) c = first & 0x07;
        while (i < utf8.size() && !begins_character(utf8[i]))
            c = c << 6 | (static_cast<unsigned char>(utf8[i++]) & 0x3f);
        out += c;
    }
    return out;
}

}  // namespace

CanonicalText::CanonicalText(std::string utf8)
    : utf8_(std::move(utf8)),
      characters_(
          static_cast<std::size_t>(std::count_if(utf8_.begin(), utf8_.end(), begins_character))) {}

std::optional<std::size_t> edit_distance(const CanonicalText& a, const CanonicalText& b,
                                         std::size_t max_edits) {
    const auto [shorter, longer] = std::minmax({a.characters(), b.characters()});
    if (longer - shorter > max_edits) return std::nullopt;
    std::string_view rest_of_a = a.utf8();
    std::string_view rest_of_b = b.utf8();
    if (rest_of_a.size() == a.characters() && rest_of_b.size() == b.characters()) {
        strip_common_ends(rest_of_a, rest_of_b);
        return band_distance(rest_of_a, rest_of_b, max_edits);
    }
    if (a == b) return 0;
    return edit_distance(code_points(rest_of_a), code_points(rest_of_b), max_edits);
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
