/** @file word_edits.h
 *  @brief Edit distance of two words.
 */
#ifndef DESCRY_ENGINE_EDITS_WORD_EDITS_H
#define DESCRY_ENGINE_EDITS_WORD_EDITS_H

#include <cstddef>
#include <string_view>

namespace descry {

/// The number of bytes to replace, to put in or to leave out to make one word of the other.
///
/// A column of the table is two bit vectors, each step of it a few operations on them (Myers, JACM
/// 46, 1999; for whole words Hyyro, 2003). Cost: 30-60 nanoseconds for two words of some ten bytes;
/// where the shorter is above 64, beyond what begins and ends alike, that of
/// band_distance().
std::size_t word_edits(std::string_view a, std::string_view b);

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_WORD_EDITS_H
