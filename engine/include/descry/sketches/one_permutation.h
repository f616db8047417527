/** @file one_permutation.h
 *  @brief MinHash with one hash an element: one permutation, cut into bins.
 *
 *  Each element falls into one of k bins, and each bin keeps its least value (Li, Owen and Zhang,
 *  NIPS 2012), so that an element costs one hash, not k. A bin that stays empty takes the value of
 *  another one, asked in an order drawn for that bin (optimal densification: Shrivastava, ICML
 *  2017), so that two sets' signatures compare as those of minhash.h do.
 */
#ifndef DESCRY_SKETCHES_ONE_PERMUTATION_H
#define DESCRY_SKETCHES_ONE_PERMUTATION_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <descry/hashing/hash.h>

namespace descry {

/// Makes signatures; equal on every machine.
class OnePermutationHasher {
  public:
    /// A value a bin; estimated_resemblance() compares two of them.
    using Sketch = std::vector<std::uint32_t>;
    /// By bin: the least value, or EMPTY.
    using State = std::vector<std::uint64_t>;

    /// @param bins 1 to MAX_PERMUTATIONS. @throws std::invalid_argument
    explicit OnePermutationHasher(unsigned bins = 128, std::uint64_t seed = DEFAULT_HASH_SEED);

    /// The value of each bin. Order and repeats do not matter.
    /// @param elements hashes; must not be empty. @throws std::invalid_argument
    /// Cost: 2 ns an element, and bins / (share of the bins that are filled) for the empty ones.
    Sketch sign(std::span<const std::uint64_t> elements) const;

    /// The parts of sign(), for SketchStream.
    State start() const { return State(bins_, EMPTY); }
    void add(State& state, std::span<const std::uint64_t> elements) const;
    Sketch finish(const State& state) const;

    /// "one-permutation/1 bins=128 seed=2002"
    std::string recipe() const;

  private:
    static constexpr std::uint64_t EMPTY = ~std::uint64_t{0};

    unsigned bins_;
    std::uint64_t seed_;
};

/** The standard error of estimated_resemblance() for such signatures.
 *
 *  Less than that of minhash.h for large sets, whose bins are drawn without replacement; more where
 *  bins stay empty, as copies tell nothing new. With n elements in the union, m = k (1 - (1 -
 *  1/k)^n) filled bins on average, e = k - m empty ones, and J' = (J n - 1) / (n - 1) the
 *  probability that a second element is common when one is:
 *
 *      variance = (m + 3 e + e (e - 1) / m) / k^2 * J (1 - J') - J (J - J')
 *
 *  @param union_size at least 1, as is @a bins. @throws std::invalid_argument
 */
double one_permutation_standard_error(double resemblance, unsigned bins, std::size_t union_size);

}  // namespace descry

#endif  // DESCRY_SKETCHES_ONE_PERMUTATION_H
