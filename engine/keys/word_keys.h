/** @file word_keys.h
 *  @brief Keys that need no model: of the words of short documents, and of pairs of successive
 *         words.
 *
 *  Term bands are drawn from stable terms, which short documents and their near-duplicates may
 *  lack. Rows of MinHash (Broder 1997; banding as in Indyk and Motwani, STOC 1998) miss other pairs
 *  than they do, so both together find more than twice as many as either (docs/method.md).
 */
#ifndef DESCRY_KEYS_WORD_KEYS_H
#define DESCRY_KEYS_WORD_KEYS_H

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/model/model.h>
#include <descry/sketches/minhash.h>

#include "engine/distance/character_sketch.h"

namespace descry {

/// Least pairs that make a key of word pairs; there are PAIR_KEYS keys.
inline constexpr unsigned PAIR_ROWS = 6;

inline constexpr unsigned PAIR_KEY_BITS = 40;

inline constexpr std::size_t MOST_SEQUENCE_KEY_BYTES = 12 + PAIR_KEYS * PAIR_KEY_BITS / 8;

struct SequenceKeys {
    /// Hash of the canonical text. Never 0.
    std::uint64_t hash = 0;
    /// PAIR_KEYS keys of PAIR_KEY_BITS bits; none for fewer than two words.
    std::vector<std::uint64_t> pairs;
    /// Of its characters, if the signer makes it and there are enough. Not stored with the others.
    std::optional<CharacterSketch> characters = {};

    friend bool operator==(const SequenceKeys&, const SequenceKeys&) = default;
};

std::uint64_t sequence_hash(std::string_view text);

/// One per thread.
class SequenceKeySigner {
  public:
    /// Makes what a model of these parameters needs. By default without characters.
    explicit SequenceKeySigner(const ModelParameters& parameters = {});

    /// @param text words joined by one space each
    /// Cost: 1 nanosecond per byte (4 with characters), and MinHasher's 30 permutations per word.
    SequenceKeys sign(std::string_view text);

    /// sign() for words already cut, without characters.
    /// @param pairs pair_element() of every two successive words
    SequenceKeys sign(std::string_view text, std::span<const std::uint64_t> pairs) const;

    /// Whether it makes sketches of characters, which need the text itself.
    bool needs_text() const { return has_characters_; }

  private:
    bool has_characters_;
    MinHasher hasher_;
    std::vector<std::uint64_t> elements_;
};

/// Two successive words as a set element. @param first, second hash64() of each
constexpr std::uint64_t pair_element(std::uint64_t first, std::uint64_t second) {
    return (first * 3) ^ (second >> 7);
}

/// Encodes (docs/stored-format.md) in at most MOST_SEQUENCE_KEY_BYTES.
/// @param content_hash of the document's bag of words: detects keys of an earlier content
std::string encode_sequence_keys(const SequenceKeys& keys, std::uint64_t content_hash);

/// Reads encode_sequence_keys()'s bytes; nullopt for others, and for those of another content.
std::optional<SequenceKeys> decode_sequence_keys(std::string_view value,
                                                 std::uint64_t content_hash);

/// Keys of single words, for short documents; each of ModelParameters::short_rows least words.
inline constexpr unsigned SHORT_KEYS = 8;

/// Makes the keys of short documents; one per thread.
class ShortKeySigner {
  public:
    /// @param extra keys beyond SHORT_KEYS
    /// @param rows least words of a key, at most MAX_SHORT_ROWS
    ShortKeySigner(unsigned extra, unsigned rows);

    /// SHORT_KEYS + extra keys of 64 bits. Valid until the next call.
    /// @param term_hashes hash64() of each distinct term; not empty
    std::span<const std::uint64_t> sign(std::span<const std::uint64_t> term_hashes);

  private:
    unsigned rows_;
    MinHasher hasher_;
    std::vector<std::uint64_t> keys_;
};

}  // namespace descry

#endif  // DESCRY_KEYS_WORD_KEYS_H
