/** @file simhash.h
 *  @brief SimHash: 64 bits, of which a few differ between near-duplicates.
 *
 *  Bit i is set if most of a document's features, with repeats, have bit i of their hash set
 *  (Charikar, STOC 2002; Manku, Jain and Das Sarma, WWW 2007, who allow 3 different bits).
 */
#ifndef DESCRY_SKETCHES_SIMHASH_H
#define DESCRY_SKETCHES_SIMHASH_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <descry/hashing/hash.h>

namespace descry {

inline constexpr unsigned SIMHASH_BITS = 64;

/// Computes SimHashes, equal on every machine.
class SimHasher {
  public:
    using Sketch = std::uint64_t;
    /// How often each bit was set, in binary: bit i of counts[j] is bit j of the count of bit i.
    struct State {
        std::array<std::uint64_t, 64> counts{};
        std::uint64_t features = 0;
    };

    /// @param features hashes, with repeats, in any order; not empty
    /// @throws std::invalid_argument
    /// Cost: 7 ns per feature.
    Sketch sign(std::span<const std::uint64_t> features) const;

    /// The steps of sign(), for SketchStream. Fewer than 2^64 features.
    State start() const { return {}; }
    void add(State& state, std::span<const std::uint64_t> features) const;
    /// Adds one feature @a times times. Cost: 7 ns per bit set in @a times.
    void add(State& state, std::uint64_t feature, std::uint32_t times) const;
    Sketch finish(const State& state) const;

    std::string recipe() const { return "simhash/1 bits=64"; }
};

/// The cosine of two documents' feature vectors that a distance estimates: cos(pi d / 64).
double simhash_cosine(unsigned distance);

}  // namespace descry

#endif  // DESCRY_SKETCHES_SIMHASH_H
