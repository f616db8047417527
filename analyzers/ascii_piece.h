/** @file ascii_piece.h
 *  @brief Finds where words of blocks of ASCII begin and end, with signs or without.
 */
#ifndef DESCRY_ANALYZERS_ASCII_PIECE_H
#define DESCRY_ANALYZERS_ASCII_PIECE_H

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include <descry/analyzers/recipe.h>

#include "analyzers/signs.h"

namespace descry {

inline constexpr std::size_t ASCII_BLOCK = 64;

/// Lower-cases ASCII blocks and marks letters and digits.
/// @param text    ASCII_BLOCK bytes per block
/// @param lowered as many, for the result
/// @param in_word one word per block: a bit per byte, lowest first
void fold_ascii_blocks(const char* text, std::size_t blocks, char* lowered, std::uint64_t* in_word);

/// Marks bytes at which signed_word_at() may find a word; of characters beyond ASCII the first
/// byte. Blocks may hold any UTF-8.
/// @param in_word     bytes that may be in a word, as of fold_ascii_blocks()
/// @param word_before 1 if the byte before @a text may
/// @param signs       one word per block; extra bits only cost time
void find_sign_bytes(const char* text, std::size_t blocks, const std::uint64_t* in_word,
                     std::uint64_t word_before, std::uint64_t* signs);

/// fold_ascii_blocks() with bits for whitespace.
void fold_ascii_with_spaces(const char* text, std::size_t blocks, char* lowered,
                            std::uint64_t* spaces);

/// A piece of a text, lower-cased, with the positions where its words begin and end.
class AsciiPiece {
  public:
    static constexpr std::size_t BLOCKS = 32;
    static constexpr std::size_t SIZE = BLOCKS * ASCII_BLOCK;
    static_assert(SIZE > MAX_TERM_BYTES);

    /// Reads at most SIZE bytes from @a begin on. @return how many
    /// @tparam HAS_SIGNS makes words of what signed_word_at() finds
    template <bool HAS_SIGNS>
    std::size_t read(std::string_view text, std::size_t begin) {
        const std::string_view rest = text.substr(begin);
        const std::size_t size = std::min(rest.size(), SIZE);
        const std::size_t whole = size / ASCII_BLOCK;
        fold<HAS_SIGNS>(rest.data(), 0, whole);
        std::size_t blocks = whole;
        if (const std::size_t left = size % ASCII_BLOCK; left > 0) {
            std::array<char, ASCII_BLOCK> last{};
            std::memcpy(last.data(), rest.data() + whole * ASCII_BLOCK, left);
            fold<HAS_SIGNS>(last.data(), whole, 1);
            ++blocks;
        }
        if constexpr (HAS_SIGNS) take_signs(text, begin, blocks);
        find_edges<HAS_SIGNS>(blocks);
        // A text that ends with a word may end at a block's end.
        if (count_ % 2 == 1 && size == rest.size()) {
            edges_[count_++] = static_cast<std::uint16_t>(size);
        }
        return size;
    }

    const char* lowered() const { return lowered_.data(); }

    /// Word beginnings and ends, alternating; without the end of a word that leaves the piece.
    std::span<const std::uint16_t> edges() const { return std::span(edges_).first(count_); }

  private:
    template <bool HAS_SIGNS>
    void fold(const char* text, std::size_t block, std::size_t blocks) {
        fold_ascii_blocks(text, blocks, lowered_.data() + block * ASCII_BLOCK,
                          in_word_.data() + block);
        if constexpr (HAS_SIGNS) {
            const std::uint64_t before = block == 0 ? 0 : in_word_[block - 1];
            find_sign_bytes(text, blocks, in_word_.data() + block, before >> (ASCII_BLOCK - 1),
                            signs_.data() + block);
        }
    }

    /// Adds signed words to in_word_, separated from their neighbours.
    void take_signs(std::string_view text, std::size_t begin, std::size_t blocks) {
        std::fill_n(cuts_.begin(), blocks, 0);
        // Words that extend beyond the piece before are read again.
        signs_end_ = std::max(drawing_end_, begin);
        for (std::size_t block = 0; block < blocks; ++block) {
            for (std::uint64_t bits = signs_[block]; bits != 0; bits &= bits - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(bits));
                const std::size_t at = begin + block * ASCII_BLOCK + bit;
                if (at >= signs_end_) take_sign(text, begin, at, blocks * ASCII_BLOCK);
            }
        }
    }

    void take_sign(std::string_view text, std::size_t begin, std::size_t at, std::size_t size) {
        const SignedWord word = signed_word_at(text, signs_end_, at);
        if (word.end == word.begin) {
            drawing_end_ = std::max(drawing_end_, word.end);
            signs_end_ = std::max(signs_end_, word.end);
            return;
        }
        const std::size_t end = std::min(word.end - begin, size);
        for (std::size_t i = word.begin - begin; i < end; ++i)
            set(in_word_, i);
        set(cuts_, word.begin - begin);
        if (word.is_sign && end < size) set(cuts_, end);
        signs_end_ = word.end;
    }

    static void set(std::array<std::uint64_t, BLOCKS>& bits, std::size_t at) {
        bits[at / ASCII_BLOCK] |= std::uint64_t{1} << at % ASCII_BLOCK;
    }

    template <bool HAS_SIGNS>
    void find_edges(std::size_t blocks) {
        count_ = 0;
        std::uint64_t before = 0;
        for (std::size_t block = 0; block < blocks; ++block) {
            const std::uint64_t inside = in_word_[block];
            const std::uint64_t behind = inside << 1 | before;
            std::uint64_t edges = inside ^ behind;
            std::uint64_t cuts = 0;
            if constexpr (HAS_SIGNS) cuts = cuts_[block] & inside & behind;
            edges |= cuts;
            before = inside >> (ASCII_BLOCK - 1);
            for (; edges != 0; edges &= edges - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(edges));
                const auto position = static_cast<std::uint16_t>(block * ASCII_BLOCK + bit);
                edges_[count_++] = position;
                if constexpr (HAS_SIGNS) {
                    if ((cuts >> bit & 1) != 0) edges_[count_++] = position;
                }
            }
        }
    }

    std::array<char, SIZE> lowered_;
    std::array<std::uint64_t, BLOCKS> in_word_;
    std::array<std::uint64_t, BLOCKS> signs_;
    std::array<std::uint64_t, BLOCKS> cuts_;
    std::array<std::uint16_t, 2 * SIZE + 1> edges_;
    std::size_t count_ = 0;
    std::size_t signs_end_ = 0;    // in the text, as is the next
    std::size_t drawing_end_ = 0;  // which may continue in the next piece
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_ASCII_PIECE_H
