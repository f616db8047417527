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

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_SETS_LSH_H
