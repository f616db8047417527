/** @file term_bands.h
 *  @brief The bands of a document: drawn from its stable terms, or from its set bits.
 */
#ifndef DESCRY_KEYS_TERM_BANDS_H
#define DESCRY_KEYS_TERM_BANDS_H

#include <cstdint>
#include <span>
#include <vector>

#include <descry/distance/term_count.h>
#include <descry/model/model.h>

#include "engine/keys/term_numbers.h"
#include "engine/keys/word_keys.h"
#include "engine/model/bands.h"

namespace descry {

/// Stands for a missing key.
inline constexpr std::uint64_t NO_KEY = ~std::uint64_t{0};

/// Draws term bands, the candidates of `group`. The model must outlive it. One per thread. Memory:
/// some 160 bytes per stable term.
class TermBandSigner {
  public:
    explicit TermBandSigner(const Model& model);
    explicit TermBandSigner(Model&&) = delete;

    /// The keys of a document, one per band; none if it is below the model's minimum length or has
    /// too few stable terms. Valid until the next call.
    /// @param terms distinct body terms, in any order
    /// Cost: a look-up per term, and BandSampler::draw().
    std::span<const std::uint64_t> sign(std::span<const TermCount> terms);

    std::span<const std::uint64_t> sign(std::span<const std::uint64_t> term_hashes,
                                        std::uint32_t body_length);

    /// All keys from a document's terms: the bands, or for a short document keys of its words; then
    /// COMMON_KEYS others, NO_KEY in long documents unless nearly all of their terms are common, or
    /// they are hardly longer than short ones. Empty without any key. Valid until the next call.
    std::span<const std::uint64_t> sign_all(std::span<const std::uint64_t> term_hashes,
                                            std::uint32_t body_length);

  private:
    void find_present(std::span<const std::uint64_t> term_hashes);
    std::span<const std::uint64_t> sign_short(std::span<const std::uint64_t> term_hashes);
    void add_common_keys(std::span<const std::uint64_t> term_hashes, std::uint32_t body_length);

    const Model* model_;
    TermNumbers number_of_term_;
    std::vector<std::uint32_t> number_of_kind_;  // by number: among the common terms or the others
    std::vector<bool> is_common_;                // by number
    BandSampler drawer_;
    BandSampler common_drawer_;
    ShortKeySigner short_keys_;
    std::vector<std::uint64_t> hashes_;
    std::vector<std::uint32_t> candidates_;  // terms that may be present
    std::vector<std::uint32_t> present_;
    std::vector<std::uint32_t> common_;
    std::vector<std::uint64_t> keys_;
};

/// Draws the bands on the set bits (`descriptive-bands`), which need the descriptive words only.
/// The model must outlive it. One per thread.
class OneBandSigner {
  public:
    explicit OneBandSigner(const Model& model);
    explicit OneBandSigner(Model&&) = delete;

    /// The keys of a document; none if it is too short or its set bits carry too little.
    /// @param ones numbers of the words above their thresholds, distinct, in any order
    std::span<const std::uint64_t> sign(std::span<const std::uint16_t> ones,
                                        std::uint32_t body_length);

  private:
    const Model* model_;
    BandSampler drawer_;
    std::vector<std::uint32_t> present_;
};

}  // namespace descry

#endif  // DESCRY_KEYS_TERM_BANDS_H
