/** @file character_sketch.h
 *  @brief Keys of a document's characters: what finds near-duplicates in which many words differ by
 *         a letter each (machine-read pages, other endings, lost blanks), which share no key of
 *         words.
 *
 *  Grams are of the canonical text without its spaces: four letters, or two signs of a script that
 *  writes a word in one or two (Han, Kana, Hangul). Their hashes fall into bins by one permutation
 *  (Li, Owen and Zhang, NIPS 2012; empty bins densified as by Shrivastava and Li, ICML 2014); rows
 *  of bins make keys, as in word_keys.h.
 */
#ifndef DESCRY_DISTANCE_CHARACTER_SKETCH_H
#define DESCRY_DISTANCE_CHARACTER_SKETCH_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <descry/distance/bag_distance.h>

namespace descry {

/// Bins that grams fall into, and the bins of a key. Of documents farther apart fewer bins are
/// equal, so a key takes fewer: 36 keys of 4, and 48 of 3 where the limit is above 0.25.
inline constexpr unsigned CHARACTER_BINS = 144;
constexpr unsigned character_rows(DistanceMillionths limit) {
    return limit <= 250'000 ? 4 : 3;
}

/// A byte of each bin's least hash: tells how many of their grams two documents share.
using CharacterSketch = std::array<std::uint8_t, CHARACTER_BINS>;

/// What is made of a document's characters.
struct CharacterKeys {
    /// Of 56 bits. The last ones of those that are fewer are 0.
    std::array<std::uint64_t, CHARACTER_BINS / 3> keys;
    unsigned count = 0;
    CharacterSketch sketch;
};

/// @param text words joined by one space each; valid UTF-8, or cut within a character
/// @param rows of character_rows()
/// @return false where it has fewer than MIN_CHARACTER_GRAMS grams; @a keys is not set then
/// Cost: 3 nanoseconds a byte.
bool make_character_keys(std::string_view text, unsigned rows, CharacterKeys& keys);

/// Of fewer, most are in all of one kind.
inline constexpr std::size_t MIN_CHARACTER_GRAMS = 16;

/// Whether two texts share so many grams that they may be within @a limit, an edit distance,
/// however many of their words differ. An edit changes four grams at most, so that of a pair within
/// it at least (1 - 4 d) / (1 + 4 d) of all grams are common; that the sketch tells fewer by
/// chance, by two standard deviations or more, happens to 2 of 100 pairs whose edits are spread as
/// evenly as can be, and to hardly any others.
bool share_characters(const CharacterSketch& a, const CharacterSketch& b, DistanceMillionths limit);

}  // namespace descry

#endif  // DESCRY_DISTANCE_CHARACTER_SKETCH_H
