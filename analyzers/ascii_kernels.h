/** @file ascii_kernels.h
 *  @brief Letters and digits of ASCII, many bytes at a time.
 */
#ifndef DESCRY_ANALYZERS_ASCII_KERNELS_H
#define DESCRY_ANALYZERS_ASCII_KERNELS_H

#include <cstddef>
#include <cstdint>

namespace descry {

/// Bytes that are looked at together: one word of bits.
inline constexpr std::size_t ASCII_BLOCK = 64;

/// Lower-cases a block of ASCII and tells which bytes are letters or digits.
/// @param text    ASCII_BLOCK bytes a block
/// @param lowered as many, for the result
/// @param in_word a bit for each byte, lowest first: one word a block
void fold_ascii_blocks(const char* text, std::size_t blocks, char* lowered, std::uint64_t* in_word);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_ASCII_KERNELS_H
