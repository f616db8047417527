/** @file java_token_stream.h
 *  @brief Token streams for the HashMap tests, simple enough to be made again in Java.
 */
#ifndef DESCRY_TESTS_JAVA_TOKEN_STREAM_H
#define DESCRY_TESTS_JAVA_TOKEN_STREAM_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace descry::testing {

/// Java's String.hashCode of an ASCII string.
inline std::int32_t ascii_java_hash(std::string_view token) {
    std::uint32_t hash = 0;
    for (const char c : token)
        hash = 31 * hash + static_cast<unsigned char>(c);
    return static_cast<std::int32_t>(hash);
}

struct StreamToken {
    std::string text;
    std::int32_t hash = 0;
};

/// What a stream is made of.
enum class Stream {
    WORDS,       ///< random words, hardly a collision
    COLLISIONS,  ///< concatenations of "an" and "c0": all of one length have one hash
    MIXED,       ///< both by turns
    FORCED       ///< words with made-up hashes that share low bits: trees that split, also to lists
};

/// Knuth's MMIX generator; its upper 31 bits.
class StreamRandom {
  public:
    explicit StreamRandom(std::uint64_t seed) : state_(seed) {}
    std::uint32_t below(std::uint32_t limit) {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::uint32_t>(state_ >> 33) % limit;
    }

  private:
    std::uint64_t state_;
};

/// The stream of @a kind number @a seed: 1 to 2000 tokens.
inline std::vector<StreamToken> make_stream(Stream kind, std::uint64_t seed) {
    StreamRandom random(seed);
    const std::uint32_t length = 1 + random.below(random.below(4) == 0 ? 2000 : 60);
    const std::uint32_t pairs = 3 + random.below(6);
    const std::uint32_t low_bits = 4 + random.below(8);
    const std::uint32_t groups = 1 + random.below(4);
    std::vector<StreamToken> stream;
    for (std::uint32_t i = 0; i < length; ++i) {
        std::string text;
        const bool word = kind == Stream::WORDS || kind == Stream::FORCED ||
                          (kind == Stream::MIXED && random.below(2) == 0);
        if (word) {
            const std::uint32_t letters = 2 + random.below(5);
            for (std::uint32_t j = 0; j < letters; ++j) {
                text += "abcdefghijklmnopqrstuvwxyz0123456789"[random.below(36)];
            }
        } else {
            for (std::uint32_t j = 0; j < pairs; ++j)
                text += random.below(2) == 0 ? "an" : "c0";
        }
        std::int32_t hash = ascii_java_hash(text);
        if (kind == Stream::FORCED) {
            // A function of the text: equal tokens keep equal hashes.
            const auto bits = static_cast<std::uint32_t>(hash);
            const std::uint32_t spread = (bits << low_bits) | bits % groups;
            hash = static_cast<std::int32_t>(spread ^ (spread >> 16));  // what HashMap undoes
        }
        stream.push_back({text, hash});
    }
    return stream;
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_JAVA_TOKEN_STREAM_H
