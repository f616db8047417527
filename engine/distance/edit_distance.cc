#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

#include <descry/distance/edit_distance.h>

#include "distance/common_ends.h"
#include "distance/diagonal_distance.h"
#include "distance/edlib_distance.h"

namespace descry {

namespace {

// edlib's characters are bytes; two of them stand for what one text alone has.
constexpr std::size_t MAX_COMMON_CHARACTERS = 254;
constexpr unsigned char ONLY_IN_A = 254;
constexpr unsigned char ONLY_IN_B = 255;

struct Occurrences {
    std::size_t in_a = 0;
    std::size_t in_b = 0;
};

using Alphabet = std::unordered_map<char32_t, Occurrences>;

Alphabet count_characters(std::u32string_view a, std::u32string_view b) {
    Alphabet alphabet;
    for (const char32_t c : a)
        ++alphabet[c].in_a;
    for (const char32_t c : b)
        ++alphabet[c].in_b;
    return alphabet;
}

// One edit makes up for one surplus character on each side: a lower bound of the distance.
std::size_t surplus(const Alphabet& alphabet) {
    std::size_t of_a = 0;
    std::size_t of_b = 0;
    for (const auto& [character, count] : alphabet) {
        of_a += count.in_a - std::min(count.in_a, count.in_b);
        of_b += count.in_b - std::min(count.in_a, count.in_b);
    }
    return std::max(of_a, of_b);
}

// The bytes that edlib sees; nullopt when there are too many characters for them.
std::optional<std::unordered_map<char32_t, unsigned char>> byte_of_character(
    const Alphabet& alphabet) {
    std::unordered_map<char32_t, unsigned char> bytes;
    std::size_t common = 0;
    for (const auto& [character, count] : alphabet) {
        if (count.in_b == 0) {
            bytes[character] = ONLY_IN_A;
        } else if (count.in_a == 0) {
            bytes[character] = ONLY_IN_B;
        } else {
            if (common == MAX_COMMON_CHARACTERS) return std::nullopt;
            bytes[character] = static_cast<unsigned char>(common++);
        }
    }
    return bytes;
}

std::string to_bytes(std::u32string_view text,
                     const std::unordered_map<char32_t, unsigned char>& bytes) {
    std::string out;
    out.reserve(text.size());
    for (const char32_t c : text)
        out += static_cast<char>(bytes.at(c));
    return out;
}

}  // namespace

std::optional<std::size_t> edit_distance(std::u32string_view a, std::u32string_view b,
                                         std::size_t max_edits) {
    strip_common_ends(a, b);
    const auto [shorter, longer] = std::minmax({a.size(), b.size()});
    max_edits = std::min(max_edits, longer);
    if (longer - shorter > max_edits) return std::nullopt;
    if (shorter == 0) return longer;
    const Alphabet alphabet = count_characters(a, b);
    if (surplus(alphabet) > max_edits) return std::nullopt;
    const auto bytes = byte_of_character(alphabet);
    if (!bytes) return diagonal_distance(a, b, max_edits);
    return edlib_distance(to_bytes(a, *bytes), to_bytes(b, *bytes), max_edits);
}

std::optional<double> normalised_edit_distance(std::u32string_view a, std::u32string_view b,
                                               double limit) {
    const std::size_t longer = std::max(a.size(), b.size());
    if (longer == 0) return limit > 0 ? std::optional<double>(0.0) : std::nullopt;
    const auto length = static_cast<double>(longer);
    // One more than may be needed; the comparison below decides.
    const auto max_edits = static_cast<std::size_t>(std::ceil(limit * length));
    const auto edits = edit_distance(a, b, max_edits);
    if (!edits) return std::nullopt;
    const double distance = static_cast<double>(*edits) / length;
    return distance < limit ? std::optional<double>(distance) : std::nullopt;
}

}  // namespace descry
