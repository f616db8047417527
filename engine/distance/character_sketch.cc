#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <descry/distance/character_sketch.h>
#include <descry/hashing/hash.h>

namespace descry {

namespace {

constexpr std::uint64_t CHARACTER_SEED = 2029;
constexpr std::size_t BINS = CHARACTER_BINS;
constexpr unsigned GRAM = 4;
constexpr std::uint64_t EMPTY = std::numeric_limits<std::uint64_t>::max();

// Of valid UTF-8, whose last character may be cut.
char32_t take_character(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) {
        return static_cast<char32_t>(static_cast<unsigned char>(text[i]));
    };
    const char32_t lead = byte(at);
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t c = size == 1 ? lead : lead & (0x7Fu >> size);
    const std::size_t end = std::min(at + size, text.size());
    for (++at; at < end; ++at)
        c = (c << 6) | (byte(at) & 0x3F);
    return c;
}

// One sign is a word, or half of one.
bool is_dense(char32_t c) {
    return (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7FF) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

std::uint64_t mixed(std::uint64_t gram) {
    gram ^= CHARACTER_SEED;
    gram *= 0x9E3779B97F4A7C15u;
    gram ^= gram >> 32;
    gram *= 0xD6E8FEB86659FD93u;
    return gram ^ (gram >> 32);
}

// The least hash of each bin. @return how many grams there are
std::size_t fill_bins(std::string_view text, std::array<std::uint64_t, BINS>& bins) {
    bins.fill(EMPTY);
    std::uint64_t window = 0;
    unsigned held = 0;
    std::size_t grams = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t c = take_character(text, at);
        if (c == ' ') continue;
        // Sixteen bits a character: of those beyond, the lower ones tell enough.
        window = (window << 16) | (c & 0xFFFF);
        ++held;
        const bool is_of_two = is_dense(c);
        if (held < (is_of_two ? 2 : GRAM)) continue;
        ++grams;
        const std::uint64_t hash = mixed(is_of_two ? window & 0xFFFFFFFF : window);
        std::uint64_t& least = bins[((hash >> 32) * BINS) >> 32];
        least = std::min(least, hash & 0xFFFFFFFF);
    }
    return grams;
}

// Empty bins take the value of the next one that is not, and how far that is.
void densify(std::array<std::uint64_t, BINS>& bins) {
    const std::array<std::uint64_t, BINS> made = bins;
    for (std::size_t i = 0; i < BINS; ++i) {
        std::size_t steps = 0;
        while (made[(i + steps) % BINS] == EMPTY)
            ++steps;
        bins[i] = made[(i + steps) % BINS] + (std::uint64_t{steps} << 32);
    }
}

}  // namespace

bool make_character_keys(std::string_view text, unsigned rows, CharacterKeys& keys) {
    std::array<std::uint64_t, BINS> bins;
    if (fill_bins(text, bins) < MIN_CHARACTER_GRAMS) return false;
    densify(bins);
    keys.keys.fill(0);
    keys.count = CHARACTER_BINS / rows;
    for (unsigned i = 0; i < keys.count; ++i) {
        const auto row = std::span(bins).subspan(std::size_t{i} * rows, rows);
        keys.keys[i] = hash64_list(row, CHARACTER_SEED + i) >> 8;
    }
    for (std::size_t i = 0; i < BINS; ++i)
        keys.sketch[i] = static_cast<std::uint8_t>(mixed(bins[i]));
    return true;
}

bool share_characters(const CharacterSketch& a, const CharacterSketch& b,
                      DistanceMillionths limit) {
    // Where so many agree by chance, nothing is told.
    constexpr double FEWEST = 8;
    const double changed = GRAM * static_cast<double>(limit) / WHOLE_DISTANCE;
    const double share = std::max(0.0, (1 - changed) / (1 + changed));
    const double expected = share * BINS;
    const double least = std::max(FEWEST, expected - 2 * std::sqrt(expected * (1 - share)));
    unsigned equal = 0;
    for (std::size_t i = 0; i < BINS; ++i)
        equal += static_cast<unsigned>(a[i] == b[i]);
    return equal >= least;
}

}  // namespace descry
