/** @file lsh.h
 *  @brief Locality-sensitive hashing of signatures: bands of rows.
 *
 *  A signature is cut into bands of a few rows; two documents are candidates when all rows of one
 *  band agree, which sets of Jaccard coefficient s do with probability 1 - (1 - s^rows)^bands: a
 *  steep step near (1 / bands)^(1 / rows). Seed 004 derives it.
 */
#ifndef DESCRY_LSH_H
#define DESCRY_LSH_H

#include <cstdint>
#include <span>
#include <vector>

namespace descry {

/// How signatures are cut. The default is the usual one for a threshold of 0.5.
struct LshShape {
    unsigned bands = 25;
    unsigned rows = 5;
};

/// The key of each band: a hash of its number and its rows, so keys of different bands do not meet
/// (but for the 2^-64 of any hash).
/// @param signature at least bands * rows values; what is beyond them is not used
/// @throws std::invalid_argument a shorter signature, no bands or no rows
std::vector<std::uint64_t> lsh_keys(std::span<const std::uint32_t> signature,
                                    const LshShape& shape);

/// The probability that two sets of this Jaccard coefficient share a key.
double lsh_probability(double resemblance, const LshShape& shape);

}  // namespace descry

#endif  // DESCRY_LSH_H
