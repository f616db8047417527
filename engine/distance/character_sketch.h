/** @file character_sketch.h
 *  @brief A sketch of a document's characters, and keys of it: what finds near-duplicates in which
 *         many words differ by a letter each (machine-read pages, other endings, lost blanks),
 * which share no key of words.
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

/// Bins that grams fall into.
inline constexpr unsigned CHARACTER_BINS = 96;

/// A byte of each bin's least hash: tells how many of their grams two documents share.
using CharacterSketch = std::array<std::uint8_t, CHARACTER_BINS>;

/// Of fewer grams, most are in all texts of one kind: these have no sketch.
inline constexpr std::size_t MIN_CHARACTER_GRAMS = 16;

/// @param text words joined by one space each; valid UTF-8, or cut within a character
/// @return nullopt where it has fewer than MIN_CHARACTER_GRAMS grams
/// Cost: 3 nanoseconds a byte.
std::optional<CharacterSketch> character_sketch(std::string_view text);

/// Keys of a sketch. Each is of some bins, its rows: the more, the fewer documents share one by
/// chance, and the fewer near ones do.
inline constexpr unsigned CHARACTER_KEYS = 48;
inline constexpr unsigned MIN_CHARACTER_ROWS = 3;
inline constexpr unsigned MAX_CHARACTER_ROWS = 7;

/// Of 56 bits. Each bin is in two keys where a key has four rows.
/// @param number below CHARACTER_KEYS
/// @param rows from MIN_CHARACTER_ROWS to MAX_CHARACTER_ROWS
std::uint64_t character_key(const CharacterSketch& sketch, unsigned number, unsigned rows);

/// Whether they share one of their keys of so many rows.
bool share_character_key(const CharacterSketch& a, const CharacterSketch& b, unsigned rows);

/// In how many bins two sketches agree.
unsigned equal_bins(const CharacterSketch& a, const CharacterSketch& b);

/// Whether two texts share so many grams that they may be within @a limit, an edit distance,
/// however many of their words differ. An edit changes four grams at most, so that of a pair within
/// it at least (1 - 4 d) / (1 + 4 d) of all grams are common; that the sketch tells fewer by
/// chance, by two standard deviations or more, happens to 2 of 100 pairs whose edits are spread as
/// evenly as can be, and to hardly any others.
bool share_characters(const CharacterSketch& a, const CharacterSketch& b, DistanceMillionths limit);

}  // namespace descry

#endif  // DESCRY_DISTANCE_CHARACTER_SKETCH_H
