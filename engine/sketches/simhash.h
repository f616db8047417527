/** @file simhash.h
 *  @brief SimHash: 64 bits of which near-duplicates differ in a few.
 *
 *  Bit i says whether more of a document's features have bit i of their hash set than not
 * (Charikar, STOC 2002; Manku, Jain and Das Sarma, WWW 2007, who take up to 3 bits for a
 * near-duplicate). A feature that occurs twice counts twice.
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

/// Makes SimHashes; equal on every machine.
class SimHasher {
  public:
    using Sketch = std::uint64_t;
    /// How often each bit was set, in binary: bit i of counts[j] is bit j of the count of bit i.
    struct State {
        std::array<std::uint64_t, 64> counts{};
        std::uint64_t features = 0;
    };

    /// @param features hashes, with repeats, in any order; must not be empty
    /// @throws std::invalid_argument
    /// Cost: 7 ns a feature.
    Sketch sign(std::span<const std::uint64_t> features) const;

    /// The parts of sign(), for SketchStream. Fewer than 2^64 features.
    State start() const { return {}; }
    void add(State& state, std::span<const std::uint64_t> features) const;
    /// One feature as often as told. Cost: 7 ns a bit that is set in @a times.
    void add(State& state, std::uint64_t feature, std::uint32_t times) const;
    Sketch finish(const State& state) const;

    /// "simhash/1 bits=64"
    std::string recipe() const { return "simhash/1 bits=64"; }
};

/// The cosine of two documents' vectors of features that a distance speaks for: cos(pi d / 64).
double simhash_cosine(unsigned distance);

}  // namespace descry

#endif  // DESCRY_SKETCHES_SIMHASH_H
