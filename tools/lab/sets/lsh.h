/** @file lsh.h
 *  @brief Locality-sensitive hashing of signatures: bands of rows, and their candidates.
 *
 *  A signature is cut into bands of a few rows; two documents are candidates if all rows of a band
 *  agree, which sets of Jaccard coefficient s do with probability 1 - (1 - s^rows)^bands: a steep
 *  step near (1 / bands)^(1 / rows). Derived in Leskovec, Rajaraman and Ullman, section 3.4.
 */
#ifndef DESCRY_TOOLS_LAB_SETS_LSH_H
#define DESCRY_TOOLS_LAB_SETS_LSH_H

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace descry {

/// How signatures are cut. The default is the usual one for a threshold of 0.5.
struct LshShape {
    unsigned bands = 25;
    unsigned rows = 5;

    friend bool operator==(const LshShape&, const LshShape&) = default;
};

/// The key of each band: a hash of its number and its rows, so keys of different bands differ
/// (except with probability 2^-64).
/// @param signature at least bands * rows values; the rest is not used
/// @throws std::invalid_argument a shorter signature, no bands or no rows
std::vector<std::uint64_t> lsh_keys(std::span<const std::uint32_t> signature,
                                    const LshShape& shape);
std::vector<std::uint64_t> lsh_keys(std::span<const std::uint64_t> signature,
                                    const LshShape& shape);

/// The probability that two sets of this Jaccard coefficient share a key: the S-curve.
double lsh_probability(double resemblance, const LshShape& shape);

/** The shape that finds pairs of this resemblance with at least this probability, and the fewest
 *  others.
 *
 *  Others are measured by the area under the S-curve below the threshold: the share of false
 *  candidates if all resemblances were equally frequent. Ties go to fewer bands. Cost: below a
 *  millisecond for 256.
 *
 *  @param permutations values of a signature: bands * rows is at most this
 *  @param resemblance in (0, 1). @param recall in (0, 1)
 *  @throws std::invalid_argument out of range, with the value
 *  @throws std::domain_error no shape of so few values reaches the recall
 */
LshShape choose_lsh_shape(unsigned permutations, double resemblance, double recall);

struct LshEntry {
    std::uint64_t key = 0;
    std::uint32_t document = 0;

    friend auto operator<=>(const LshEntry&, const LshEntry&) = default;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_SETS_LSH_H
