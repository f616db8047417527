/** @file bmp_table.h
 *  @brief Caches answers about characters.
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
/// 256 answers per block of code points used.
template <typename Answer>
class BmpTable {
  public:
    /// @param ask answers for a UChar32; called for a whole block on its first use
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
