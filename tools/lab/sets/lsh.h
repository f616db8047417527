/** @file lsh.h
 *  @brief Locality-sensitive hashing of signatures: bands of rows, and the candidates they give.
 *
 *  A signature is cut into bands of a few rows; two documents are candidates when all rows of one
 *  band agree, which sets of Jaccard coefficient s do with probability 1 - (1 - s^rows)^bands: a
 *  steep step near (1 / bands)^(1 / rows). Derived in Leskovec, Rajaraman and Ullman, section 3.4.
 */
#ifndef DESCRY_TOOLS_LAB_SETS_LSH_H
#define DESCRY_TOOLS_LAB_SETS_LSH_H

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace descry {

/// How signatures are cut. The default is the usual one for a threshold of 0.5.
struct LshShape {
    unsigned bands = 25;
    unsigned rows = 5;

    friend bool operator==(const LshShape&, const LshShape&) = default;
};

/// The key of each band: a hash of its number and its rows, so keys of different bands do not meet
/// (but for the 2^-64 of any hash).
/// @param signature at least bands * rows values; what is beyond them is not used
/// @throws std::invalid_argument a shorter signature, no bands or no rows
std::vector<std::uint64_t> lsh_keys(std::span<const std::uint32_t> signature,
                                    const LshShape& shape);
std::vector<std::uint64_t> lsh_keys(std::span<const std::uint64_t> signature,
                                    const LshShape& shape);

/// The probability that two sets of this Jaccard coefficient share a key: the S-curve.
double lsh_probability(double resemblance, const LshShape& shape);

/** The shape by which pairs of this resemblance are found with at least this probability, and the
 *  fewest others are.
 *
 *  Others are measured by the area under the S-curve below the threshold: the share of pairs that
 *  become candidates in vain, were all resemblances equally frequent. Of equal ones the one with
 *  fewer bands.
 *
 *  @param permutations values of a signature: bands * rows is at most this
 *  @param resemblance in (0, 1). @param recall in (0, 1)
 *  @throws std::invalid_argument out of range, with the value
 *  @throws std::domain_error no shape of so few values reaches the recall
 *  Cost: below a millisecond for 256.
 */
LshShape choose_lsh_shape(unsigned permutations, double resemblance, double recall);

/// A key of a document.
struct LshEntry {
    std::uint64_t key = 0;
    std::uint32_t document = 0;

    friend auto operator<=>(const LshEntry&, const LshEntry&) = default;
};

/** Documents by key, and the pairs that share one.
 *
 *  A bucket is bounded, as equal or empty-looking documents put thousands under one key: where it
 *  has more than @a bound + 1 members, each is paired with the first @a bound of them (those of
 *  the smallest numbers) and not with all. So no member is lost: any two have a partner in common,
 *  and the pairs of a bucket are fewer than bound times its members.
 *
 *  Memory: 16 bytes an entry.
 */
class LshBuckets {
  public:
    static constexpr std::size_t DEFAULT_BOUND = 100;

    /// Adds a document under its keys; documents in any order, keys with repeats.
    void add(std::uint32_t document, std::span<const std::uint64_t> keys);

    using Sink = std::function<void(std::uint32_t first, std::uint32_t second)>;

    /** Calls @a sink once for each pair of different documents that share a key, first < second, in
     *  ascending order.
     *
     *  @param bound at least 1. @throws std::invalid_argument
     *  @return how many pairs of one bucket the bound left out, over all buckets; a pair may be
     *          among them and be found in another bucket
     *  Cost: sorting the entries, and the pairs found (8 bytes each while they are sorted).
     */
    std::uint64_t for_each_pair(const Sink& sink, std::size_t bound = DEFAULT_BOUND);

    /// The documents under any of these keys, ascending, each once.
    std::vector<std::uint32_t> find(std::span<const std::uint64_t> keys);

  private:
    void sort();

    std::vector<LshEntry> entries_;
    bool is_sorted_ = true;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_SETS_LSH_H
