/** @file pattern_rows.h
 *  @brief Where each character stands in a text, as bits, for the rows that a band passes.
 */
#ifndef DESCRY_ENGINE_EDITS_PATTERN_ROWS_H
#define DESCRY_ENGINE_EDITS_PATTERN_ROWS_H

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace descry {

/// What rows are made in, of one text after the other.
struct PatternRowsMemory {
    std::vector<std::uint64_t> ring;
    std::vector<const std::uint64_t*> blocks;
};

/// Blocks of 64 rows of an edit distance's table, the rows being the characters of a text: for each
/// block and character one word of 64 bits, which has those set where the text has the character.
///
/// A band walks down the rows, so blocks are made as it comes to them and only a few are kept, in a
/// ring: texts that are soon found to be far apart are not read to the end, and what is kept fits
/// the nearest cache. Memory is handed back as it was, all zeros: no text clears more than it sets.
template <typename Code>
class PatternRows {
  public:
    static constexpr std::size_t ROWS = 64;

    /// @param text its codes are below @a codes
    /// @param empty_blocks blocks without characters that stand before the text
    /// @param most_blocks blocks that are asked for at a time, at most
    /// @param memory to work in; grows where it must
    PatternRows(std::span<const Code> text, std::size_t codes, std::size_t empty_blocks,
                std::size_t most_blocks, PatternRowsMemory& memory)
        : text_(text),
          stride_(codes + LINE),
          empty_blocks_(empty_blocks),
          last_slot_(std::bit_ceil(most_blocks) - 1),
          ring_(memory.ring),
          blocks_(memory.blocks) {
        ring_.resize(std::max(ring_.size(), (last_slot_ + 1) * stride_));
        blocks_.resize(std::max(blocks_.size(), most_blocks));
    }

    PatternRows(const PatternRows&) = delete;
    PatternRows& operator=(const PatternRows&) = delete;

    ~PatternRows() {
        const std::size_t kept = std::min(made_, last_slot_ + 1);
        for (std::size_t block = made_ - kept; block < made_; ++block)
            clear(block);
    }

    /// The words of consecutive blocks, by code. Blocks are asked for in order: those that stand
    /// before the first are forgotten.
    const std::uint64_t* const* blocks(std::size_t first, std::size_t count) {
        make_below(first + count);
        for (std::size_t i = 0; i < count; ++i)
            blocks_[i] = slot(first + i);
        return blocks_.data();
    }

  private:
    // A line of the cache more, or the words of a code would share few sets of it.
    static constexpr std::size_t LINE = 8;

    void make_below(std::size_t end) {
        for (; made_ < end; ++made_) {
            if (made_ > last_slot_) clear(made_ - last_slot_ - 1);
            std::uint64_t* words = slot(made_);
            std::uint64_t bit = 1;
            for (const Code code : characters(made_)) {
                words[code] |= bit;
                bit <<= 1;
            }
        }
    }

    std::uint64_t* slot(std::size_t block) const {
        return ring_.data() + (block & last_slot_) * stride_;
    }

    std::span<const Code> characters(std::size_t block) const {
        if (block < empty_blocks_) return {};
        const std::size_t begin = std::min((block - empty_blocks_) * ROWS, text_.size());
        return text_.subspan(begin, std::min(ROWS, text_.size() - begin));
    }

    void clear(std::size_t block) {
        std::uint64_t* words = slot(block);
        for (const Code code : characters(block))
            words[code] = 0;
    }

    std::span<const Code> text_;
    std::size_t stride_;
    std::size_t empty_blocks_;
    std::size_t last_slot_;
    std::vector<std::uint64_t>& ring_;
    std::vector<const std::uint64_t*>& blocks_;
    std::size_t made_ = 0;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_PATTERN_ROWS_H
