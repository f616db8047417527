/** @file bmp_table.h
 *  @brief Answers about characters, each found once.
 */
#ifndef DESCRY_ANALYZERS_BMP_TABLE_H
#define DESCRY_ANALYZERS_BMP_TABLE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <unicode/umachine.h>

namespace descry {

/// An answer for each code point of the Basic Multilingual Plane. One object per thread. Memory:
/// 256 answers for each block of code points that was asked for.
template <typename Answer>
class BmpTable {
  public:
    /// @param ask gives the answer about a UChar32; called for a whole block when one of it is
    /// asked
    ///            for first
    template <typename Ask>
    const Answer& of(std::uint32_t code_point, const Ask& ask) {
        std::unique_ptr<Block>& block = blocks_[code_point / BLOCK];
        if (!block) {
            block = std::make_unique<Block>();
            const std::uint32_t first = code_point / BLOCK * BLOCK;
            for (std::uint32_t i = 0; i < BLOCK; ++i)
                (*block)[i] = ask(static_cast<UChar32>(first + i));
        }
        return (*block)[code_point % BLOCK];
    }

  private:
    static constexpr std::uint32_t BLOCK = 256;
    using Block = std::array<Answer, BLOCK>;

    std::array<std::unique_ptr<Block>, 0x10000 / BLOCK> blocks_;
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_BMP_TABLE_H
