/** @file character_sketch.h
 *  @brief Keys of a document's characters, which find near-duplicates without a common key of
 *         words, in which many words differ by a letter (OCR text, other endings, lost spaces).
 *
 *  Grams are of the canonical text without its spaces: four letters, or two signs of a script that
 *  writes a word in one or two (Han, Kana, Hangul). Their hashes fall into bins by one permutation
 *  (Li, Owen and Zhang, NIPS 2012; empty bins densified as by Shrivastava, ICML 2017, algorithm 1);
 *  rows of bins make keys, as in word_keys.h.
 */
#ifndef DESCRY_DISTANCE_CHARACTER_SKETCH_H
#define DESCRY_DISTANCE_CHARACTER_SKETCH_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <descry/distance/bag_distance.h>

namespace descry {

inline constexpr unsigned CHARACTER_BINS = 96;

/// One byte of each bin's least hash: estimates how many grams two documents share.
using CharacterSketch = std::array<std::uint8_t, CHARACTER_BINS>;

/// Texts with fewer grams get no sketch: most of their grams are common.
inline constexpr std::size_t MIN_CHARACTER_GRAMS = 16;

/// @param text words joined by one space each; valid UTF-8, or cut within a character
/// @return nullopt if it has fewer than MIN_CHARACTER_GRAMS grams
/// Cost: 3 nanoseconds per byte.
std::optional<CharacterSketch> character_sketch(std::string_view text);

/// Keys of a sketch. More rows (bins per key) mean fewer chance matches and fewer near ones.
inline constexpr unsigned CHARACTER_KEYS = 48;
inline constexpr unsigned MIN_CHARACTER_ROWS = 3;
inline constexpr unsigned MAX_CHARACTER_ROWS = 7;

/// A 56-bit key. With four rows each bin is in two keys.
/// @param number below CHARACTER_KEYS
/// @param rows from MIN_CHARACTER_ROWS to MAX_CHARACTER_ROWS
std::uint64_t character_key(const CharacterSketch& sketch, unsigned number, unsigned rows);

/// Whether two sketches share a key of @a rows rows.
bool share_character_key(const CharacterSketch& a, const CharacterSketch& b, unsigned rows);

unsigned equal_bins(const CharacterSketch& a, const CharacterSketch& b);

/// Whether two texts share enough grams to be within @a limit, an edit distance, however many words
/// differ. An edit changes at most four grams, so a pair at distance d shares at least (1 - 4 d) /
/// (1 + 4 d) of all grams. The sketch shows fewer by chance, by two standard deviations or more,
/// for 2 of 100 pairs whose edits are spread evenly, and for hardly any others.
bool share_characters(const CharacterSketch& a, const CharacterSketch& b, DistanceMillionths limit);

}  // namespace descry

#endif  // DESCRY_DISTANCE_CHARACTER_SKETCH_H
