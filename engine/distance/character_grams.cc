#include "engine/distance/character_grams.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>

#include "engine/distance/gram_kernels.h"
#include "engine/edits/utf8_characters.h"

namespace descry {

namespace {

constexpr std::size_t GRAM_CHARACTERS = 3;
// Enough that few of a text's trigrams share a bit.
constexpr std::size_t BITS_A_CHARACTER = 8;
constexpr std::size_t BITS_OF_A_WORD = 64;

// Hash bits that distinguish trigrams.
constexpr unsigned HASH_BITS = 16;
constexpr unsigned CHARACTER_BITS = 21;
constexpr std::uint64_t MIX = 0x9E3779B97F4A7C15u;

// How often each trigram occurred so far: at most 255 occurrences are distinguished.
class GramCounts {
  public:
    /// @return the bit of the next occurrence, below 2^32; nullopt after the last one
    std::optional<std::uint32_t> add(std::uint64_t gram) {
        const std::uint64_t hash = gram * MIX >> (64 - HASH_BITS);
        std::uint8_t& count = counts_[hash];
        if (count == std::numeric_limits<std::uint8_t>::max()) return std::nullopt;
        const std::uint64_t number = hash << 8 | count++;
        return static_cast<std::uint32_t>((number + 1) * MIX >> 32);
    }

    void remove(std::uint64_t gram) { counts_[gram * MIX >> (64 - HASH_BITS)] = 0; }

  private:
    std::array<std::uint8_t, std::size_t{1} << HASH_BITS> counts_{};
};

std::size_t words_for(std::size_t characters) {
    return std::max(GRAM_BLOCK, std::bit_ceil(characters * BITS_A_CHARACTER / BITS_OF_A_WORD + 1));
}

template <typename Visit>
void visit_grams(std::string_view utf8, const Visit& visit) {
    constexpr std::uint64_t MASK = (std::uint64_t{1} << GRAM_CHARACTERS * CHARACTER_BITS) - 1;
    std::uint64_t gram = 0;
    std::size_t characters = 0;
    for (std::size_t at = 0; at < utf8.size();) {
        gram = (gram << CHARACTER_BITS | next_character(utf8, at)) & MASK;
        if (++characters >= GRAM_CHARACTERS) visit(gram);
    }
}

}  // namespace

std::size_t CharacterGrams::memory_for(std::uint64_t characters) {
    const auto most = std::min<std::uint64_t>(characters, MOST_CHARACTERS);
    return sizeof(CharacterGrams) + words_for(most) * sizeof(std::uint64_t);
}

CharacterGrams::CharacterGrams(std::string_view utf8) {
    const auto characters = static_cast<std::size_t>(
        std::ranges::count_if(utf8, [](char byte) { return !continues_character(byte); }));
    if (characters > MOST_CHARACTERS) return;
    characters_ = static_cast<std::uint32_t>(characters);
    bits_.resize(words_for(characters));
    thread_local GramCounts counts;
    const std::size_t mask = bits_.size() * BITS_OF_A_WORD - 1;
    visit_grams(utf8, [&](std::uint64_t gram) {
        const auto bit = counts.add(gram);
        if (bit) bits_[(*bit & mask) / BITS_OF_A_WORD] |= std::uint64_t{1} << *bit % BITS_OF_A_WORD;
    });
    visit_grams(utf8, [&](std::uint64_t gram) { counts.remove(gram); });
    ones_ = static_cast<std::uint32_t>(common_bits(bits_, bits_));
}

// The set as if built with this many words. @pre a power of two, not above their number
CharacterGrams CharacterGrams::folded(std::size_t words) const {
    CharacterGrams result;
    result.characters_ = characters_;
    result.bits_.resize(words, 0);
    for (std::size_t i = 0; i < bits_.size(); ++i)
        result.bits_[i % words] |= bits_[i];
    result.ones_ = static_cast<std::uint32_t>(common_bits(result.bits_, result.bits_));
    return result;
}

bool grams_exceed(const CharacterGrams& a, const CharacterGrams& b, DistanceMillionths limit) {
    if (!a.is_known() || !b.is_known()) return false;
    const auto [shorter, longer] = std::minmax(a.characters_, b.characters_);
    const std::uint64_t most_edits = std::uint64_t{longer} * limit / WHOLE_DISTANCE;
    if (longer - shorter > most_edits) return true;
    if (a.bits_.size() > b.bits_.size()) return grams_exceed(a.folded(b.bits_.size()), b, limit);
    if (a.bits_.size() < b.bits_.size()) return grams_exceed(a, b.folded(a.bits_.size()), limit);
    const std::uint64_t lacking = std::max(a.ones_, b.ones_) - common_bits(a.bits_, b.bits_);
    return lacking > GRAM_CHARACTERS * most_edits;
}

}  // namespace descry
