/** @file ascii_kernels.h
 *  @brief Letters, digits, signs and white space of ASCII, many bytes at a time.
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

/// Tells at which bytes of blocks signed_word_at() may find a word. Blocks may hold any UTF-8; of
/// a character beyond ASCII it tells the first byte.
/// @param in_word     bytes that may stand in a word, as of fold_ascii_blocks()
/// @param word_before 1: the byte before @a text may
/// @param signs       likewise a word a block; a bit too many costs time alone
void find_sign_bytes(const char* text, std::size_t blocks, const std::uint64_t* in_word,
                     std::uint64_t word_before, std::uint64_t* signs);

/// The same as fold_ascii_blocks() with bits for white space.
void fold_ascii_with_spaces(const char* text, std::size_t blocks, char* lowered,
                            std::uint64_t* spaces);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_ASCII_KERNELS_H
