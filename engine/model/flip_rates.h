/** @file flip_rates.h
 *  @brief Models how often a small change of a document moves a word across its threshold.
 *
 *  This models the transition probability lambda_i of Ilyinsky et al. (WWW 2002): a changed
 *  document loses each occurrence of the word with probability e, gains new ones as a Poisson
 *  process of the word's overall rate, and grows or shrinks by e/2. Rates learned from real
 *  near-duplicates replace the modelled ones if a collection has them.
 */
#ifndef DESCRY_MODEL_FLIP_RATES_H
#define DESCRY_MODEL_FLIP_RATES_H

#include <cstdint>
#include <span>
#include <vector>

#include <descry/model/selection_limits.h>
#include <descry/model/term_statistics.h>

namespace descry {

/// Whether a word with @a wdf in a document of @a body_length is above @a threshold (relative
/// frequency in units of 2^-32): wdf / body_length > threshold / 2^32, without rounding.
constexpr bool is_above(std::uint32_t wdf, std::uint32_t threshold, std::uint32_t body_length) {
    // Both sides fit 64 bits: thresholds are below 1 (2^32) and lengths are 32 bits wide.
    return (std::uint64_t{wdf} << 32) > std::uint64_t{threshold} * body_length;
}

/// The modelled flip rates of words. Immutable and thread-safe.
class ModelledFlips {
  public:
    /// @param change e, in (0, 1). @throws std::domain_error otherwise
    explicit ModelledFlips(double change = SMALL_CHANGE);

    /// F(c, L, b): the probability that a small change moves a word across @a threshold. Sums the
    /// distribution up to 64 occurrences; uses the normal approximation above.
    /// @param occurrences c >= 0; a class's number, not necessarily whole
    /// @param length L > 0, body terms
    /// @param rate the word's occurrences divided by all occurrences (pi)
    /// @param threshold b in units of 2^-32
    double flip_probability(double occurrences, double length, double rate,
                            std::uint32_t threshold) const;

    /// Lambda: the expected number of flips over all documents of the collection, for each of
    /// @a thresholds. Cost: thresholds * (cells + occupied length classes) short sums.
    /// @pre the histogram counts documents of @a collection only
    std::vector<double> expected_flips(const TermHistogram& histogram,
                                       const CollectionStatistics& collection,
                                       std::span<const std::uint32_t> thresholds) const;

  private:
    static constexpr unsigned EXACT_UP_TO = 64;

    double at_most(unsigned occurrences, double arrivals, double limit,
                   std::span<const double> poisson_cdf) const;

    double change_;
    // binomial_[c][k]: the probability that k of c occurrences remain.
    std::vector<std::vector<double>> binomial_;
};

}  // namespace descry

#endif  // DESCRY_MODEL_FLIP_RATES_H
