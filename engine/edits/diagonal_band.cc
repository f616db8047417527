#include "engine/edits/diagonal_band.h"

#include <algorithm>
#include <array>

namespace descry {

namespace {

constexpr auto BITS_OF_BYTE = [] {
    std::array<std::int8_t, 256> bits{};
    for (std::size_t i = 1; i < bits.size(); ++i)
        bits[i] = static_cast<std::int8_t>(bits[i / 2] + static_cast<std::int8_t>(i & 1));
    return bits;
}();

// Without a popcount instruction, for the oldest processors.
std::int64_t bits_of_word(DiagonalBand::Bits word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<std::int64_t>(word * 0x0101010101010101 >> 56);
}

// Eight bits from this one on; zeros beyond the last word.
std::uint8_t byte_at(const std::vector<DiagonalBand::Bits>& bits, std::size_t first) {
    const std::size_t word = first / DiagonalBand::BITS;
    const std::size_t shift = first % DiagonalBand::BITS;
    DiagonalBand::Bits byte = bits[word] >> shift;
    if (shift > 56 && word + 1 < bits.size())
        byte |= bits[word + 1] << (DiagonalBand::BITS - shift);
    return static_cast<std::uint8_t>(byte);
}

// 64 bits, of which the first is number @a shift of the first word.
DiagonalBand::Bits joined(DiagonalBand::Bits first, DiagonalBand::Bits second, unsigned shift) {
    return first >> shift | second << 1 << (63 - shift);
}

// Drops the first bits, and those beyond @a words words.
void keep_bits(std::vector<DiagonalBand::Bits>& bits, std::size_t begin, std::size_t words) {
    const std::size_t from = begin / DiagonalBand::BITS;
    const auto shift = static_cast<unsigned>(begin % DiagonalBand::BITS);
    for (std::size_t w = 0; w < words; ++w) {
        const DiagonalBand::Bits next = from + w + 1 < bits.size() ? bits[from + w + 1] : 0;
        bits[w] = joined(bits[from + w], next, shift);
    }
    bits.resize(words);
}

}  // namespace

void DiagonalBand::start(std::int64_t lowest, std::int64_t highest) {
    lowest_ = lowest;
    edits_ = 0;
    const std::size_t words = (static_cast<std::size_t>(highest - lowest) + BITS) / BITS;
    up_.assign(words, ~Bits{0});
    down_.assign(words, 0);
    const auto above = static_cast<std::size_t>(-lowest);
    std::fill_n(up_.begin(), above / BITS, 0);
    up_[above / BITS] = ~Bits{0} << above % BITS;
}

// The rise in cost over eight diagonals.
std::int64_t DiagonalBand::rise_of_byte(std::size_t first) const {
    return BITS_OF_BYTE[byte_at(up_, first)] - BITS_OF_BYTE[byte_at(down_, first)];
}

std::int64_t DiagonalBand::edits_at(std::size_t bit) const {
    const std::size_t word = bit / BITS;
    std::int64_t edits = edits_;
    for (std::size_t w = 0; w < word; ++w)
        edits += bits_of_word(up_[w]) - bits_of_word(down_[w]);
    const Bits before = (Bits{1} << bit % BITS) - 1;
    if (before == 0) return edits;
    return edits + bits_of_word(up_[word] & before) - bits_of_word(down_[word] & before);
}

std::int64_t DiagonalBand::edits_on(std::int64_t diagonal) const {
    return edits_at(static_cast<std::size_t>(diagonal - lowest_));
}

// A cell costs its edits and at least its distance from the last diagonal: this sum never falls
// with each diagonal further away. Checking every eighth diagonal is fine enough.
void DiagonalBand::narrow(std::int64_t last, std::int64_t rest) {
    const auto bit = static_cast<std::size_t>(last - lowest_);
    const std::size_t size = words() * BITS;
    std::size_t end = bit + 1;
    for (std::int64_t left = rest; left >= 0 && end < size; end += 8)
        left -= 8 + rise_of_byte(end - 1);
    std::size_t begin = bit;
    for (std::int64_t left = rest; left >= 0 && begin >= 8; begin -= 8)
        left -= 8 - rise_of_byte(begin - 8);
    if (begin < 8) begin = 0;
    const std::size_t words_left = (std::min(end, size) - begin + BITS - 1) / BITS;
    if (words_left == words()) return;
    edits_ = edits_at(begin);
    lowest_ += static_cast<std::int64_t>(begin);
    keep_bits(up_, begin, words_left);
    keep_bits(down_, begin, words_left);
}

}  // namespace descry
