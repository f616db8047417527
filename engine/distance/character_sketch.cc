#include "engine/distance/character_sketch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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

// Scripts in which a sign is a word, or half of one.
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

// Takes the characters of a text except spaces.
class BinFiller {
  public:
    explicit BinFiller(std::array<std::uint64_t, BINS>& bins) : bins_(bins) { bins.fill(EMPTY); }

    void add(char32_t c) {
        // Sixteen bits per character: beyond, the lower bits suffice.
        window_ = (window_ << 16) | (c & 0xFFFF);
        ++held_;
        const bool is_of_two = is_dense(c);
        if (held_ < (is_of_two ? 2 : GRAM)) return;
        ++grams_;
        const std::uint64_t hash = mixed(is_of_two ? window_ & 0xFFFFFFFF : window_);
        std::uint64_t& least = bins_[((hash >> 32) * BINS) >> 32];
        least = std::min(least, hash & 0xFFFFFFFF);
    }

    std::size_t grams() const { return grams_; }

  private:
    std::array<std::uint64_t, BINS>& bins_;
    std::uint64_t window_ = 0;
    std::size_t held_ = 0;
    std::size_t grams_ = 0;
};

bool is_ascii(char c) {
    return static_cast<unsigned char>(c) < 0x80;
}

// The least hash of each bin. @return the number of grams
std::size_t fill_bins(std::string_view text, std::array<std::uint64_t, BINS>& bins) {
    BinFiller filler(bins);
    // Spaces are unpredictable, so they are dropped without a branch.
    std::array<char, 256> letters;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t count = 0;
        const std::size_t end = std::min(text.size(), at + letters.size());
        for (; at < end && is_ascii(text[at]); ++at) {
            letters[count] = text[at];
            count += static_cast<std::size_t>(text[at] != ' ');
        }
        for (std::size_t i = 0; i < count; ++i)
            filler.add(static_cast<char32_t>(letters[i]));
        if (at < text.size() && !is_ascii(text[at])) filler.add(take_character(text, at));
    }
    return filler.grams();
}

// The bin from which an empty one copies, at the @a attempt-th try.
std::size_t bin_to_copy(std::size_t bin, std::uint64_t attempt) {
    return ((mixed((attempt << 32) | bin) >> 32) * BINS) >> 32;
}

// An empty bin takes the value of a non-empty one, drawn for it alone.
void densify(std::array<std::uint64_t, BINS>& bins) {
    const std::array<std::uint64_t, BINS> made = bins;
    for (std::size_t i = 0; i < BINS; ++i) {
        for (std::uint64_t attempt = 1; bins[i] == EMPTY; ++attempt)
            bins[i] = made[bin_to_copy(i, attempt)];
    }
}

// Steps through all bins from that of its number, with steps of its own for each key if possible.
std::size_t bin_of_key(unsigned number, unsigned row) {
    constexpr std::array<std::size_t, 32> STEPS = {1,  5,  7,  11, 13, 17, 19, 23, 25, 29, 31,
                                                   35, 37, 41, 43, 47, 49, 53, 55, 59, 61, 65,
                                                   67, 71, 73, 77, 79, 83, 85, 89, 91, 95};
    return (std::size_t{number} * 2 + row * STEPS[number % STEPS.size()]) % BINS;
}

}  // namespace

std::optional<CharacterSketch> character_sketch(std::string_view text) {
    std::array<std::uint64_t, BINS> bins;
    if (fill_bins(text, bins) < MIN_CHARACTER_GRAMS) return std::nullopt;
    densify(bins);
    CharacterSketch sketch;
    for (std::size_t i = 0; i < BINS; ++i)
        sketch[i] = static_cast<std::uint8_t>(mixed(bins[i]));
    return sketch;
}

std::uint64_t character_key(const CharacterSketch& sketch, unsigned number, unsigned rows) {
    std::uint64_t bytes = number;
    for (unsigned row = 0; row < rows; ++row)
        bytes = (bytes << 8) | sketch[bin_of_key(number, row)];
    return mixed(bytes) >> 8;
}

bool share_character_key(const CharacterSketch& a, const CharacterSketch& b, unsigned rows) {
    for (unsigned number = 0; number < CHARACTER_KEYS; ++number) {
        unsigned equal = 0;
        while (equal < rows && a[bin_of_key(number, equal)] == b[bin_of_key(number, equal)])
            ++equal;
        if (equal == rows) return true;
    }
    return false;
}

unsigned equal_bins(const CharacterSketch& a, const CharacterSketch& b) {
    unsigned equal = 0;
    for (std::size_t i = 0; i < BINS; ++i)
        equal += static_cast<unsigned>(a[i] == b[i]);
    return equal;
}

bool share_characters(const CharacterSketch& a, const CharacterSketch& b,
                      DistanceMillionths limit) {
    // If so many agree by chance, the sketch shows nothing.
    constexpr double FEWEST = 8;
    const double changed = GRAM * static_cast<double>(limit) / WHOLE_DISTANCE;
    const double share = std::max(0.0, (1 - changed) / (1 + changed));
    const double expected = share * BINS;
    const double least = std::max(FEWEST, expected - 2 * std::sqrt(expected * (1 - share)));
    return equal_bins(a, b) >= least;
}

}  // namespace descry
