#include "engine/keys/word_keys.h"

#include <algorithm>

#include <descry/hashing/hash.h>

#include "engine/distance/text_words.h"
#include "engine/hashing/coding.h"

namespace descry {

namespace {

constexpr std::uint64_t PAIR_SEED = 2027;
constexpr std::uint64_t SHORT_SEED = 2028;
constexpr std::size_t CHECK_BYTES = 4;
constexpr std::size_t HASH_BYTES = 8;

std::uint64_t key_of_row(std::span<const std::uint32_t> row, std::uint64_t seed) {
    std::array<std::uint64_t, std::max(PAIR_ROWS, MAX_SHORT_ROWS)> values = {};
    std::copy(row.begin(), row.end(), values.begin());
    return hash64_list(std::span(values).first(row.size()), seed);
}

std::uint64_t check_of(std::uint64_t content_hash) {
    return content_hash & 0xffffffff;
}

}  // namespace

std::uint64_t sequence_hash(std::string_view text) {
    return std::max<std::uint64_t>(hash64(text), 1);
}

SequenceKeySigner::SequenceKeySigner(const ModelParameters& parameters)
    : has_characters_(parameters.character_rows != 0), hasher_(PAIR_KEYS * PAIR_ROWS, PAIR_SEED) {}

SequenceKeys SequenceKeySigner::sign(std::string_view text) {
    elements_.clear();
    std::optional<std::uint64_t> before;
    for_each_word(text, [&](std::string_view bytes) {
        const std::uint64_t word = hash64(bytes);
        if (before) elements_.push_back(pair_element(*before, word));
        before = word;
    });
    SequenceKeys keys = sign(text, elements_);
    if (has_characters_) keys.characters = character_sketch(text);
    return keys;
}

SequenceKeys SequenceKeySigner::sign(std::string_view text,
                                     std::span<const std::uint64_t> pairs) const {
    SequenceKeys keys;
    keys.hash = sequence_hash(text);
    if (pairs.empty()) return keys;
    const MinHasher::Sketch sketch = hasher_.sign(pairs);
    for (unsigned i = 0; i < PAIR_KEYS; ++i) {
        const auto row = std::span(sketch).subspan(std::size_t{i} * PAIR_ROWS, PAIR_ROWS);
        keys.pairs.push_back(key_of_row(row, PAIR_SEED + i) >> (64 - PAIR_KEY_BITS));
    }
    return keys;
}

std::string encode_sequence_keys(const SequenceKeys& keys, std::uint64_t content_hash) {
    std::string out;
    append_big_endian(out, check_of(content_hash), CHECK_BYTES);
    append_big_endian(out, keys.hash, HASH_BYTES);
    for (const std::uint64_t key : keys.pairs)
        append_big_endian(out, key, PAIR_KEY_BITS / 8);
    return out;
}

std::optional<SequenceKeys> decode_sequence_keys(std::string_view value,
                                                 std::uint64_t content_hash) {
    constexpr std::size_t BEGIN = CHECK_BYTES + HASH_BYTES;
    constexpr std::size_t KEY_BYTES = PAIR_KEY_BITS / 8;
    static_assert(BEGIN + PAIR_KEYS * KEY_BYTES == MOST_SEQUENCE_KEY_BYTES);
    if (value.size() != BEGIN && value.size() != BEGIN + PAIR_KEYS * KEY_BYTES) return std::nullopt;
    if (read_big_endian(value.substr(0, CHECK_BYTES)) != check_of(content_hash)) {
        return std::nullopt;
    }
    SequenceKeys keys;
    keys.hash = read_big_endian(value.substr(CHECK_BYTES, HASH_BYTES));
    if (keys.hash == 0) return std::nullopt;
    for (std::size_t at = BEGIN; at < value.size(); at += KEY_BYTES)
        keys.pairs.push_back(read_big_endian(value.substr(at, KEY_BYTES)));
    return keys;
}

ShortKeySigner::ShortKeySigner(unsigned extra, unsigned rows)
    : rows_(rows), hasher_((SHORT_KEYS + extra) * rows, SHORT_SEED), keys_(SHORT_KEYS + extra) {}

std::span<const std::uint64_t> ShortKeySigner::sign(std::span<const std::uint64_t> term_hashes) {
    const MinHasher::Sketch sketch = hasher_.sign(term_hashes);
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        keys_[i] = key_of_row(std::span(sketch).subspan(i * rows_, rows_), SHORT_SEED + i);
    }
    return keys_;
}

}  // namespace descry
