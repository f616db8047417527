/** @file descriptive_vector.h
 *  @brief Fuzzy signatures from a document's set bits.
 *
 *  A vector's identifier is XXH64 (model seed) of the sum, modulo 2^64, of its words' hashes, taken
 *  as 8 little-endian bytes; a word's hash is XXH64 (model seed) of the term. A sum needs no order,
 *  so one pass over the posting lists gives all identifiers without gathering a document's words.
 */
#ifndef DESCRY_KEYS_DESCRIPTIVE_VECTOR_H
#define DESCRY_KEYS_DESCRIPTIVE_VECTOR_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <descry/distance/term_count.h>
#include <descry/model/model.h>

#include "engine/keys/term_numbers.h"

namespace descry {

struct DescriptiveSignatures {
    /// Words above their thresholds.
    std::uint32_t ones = 0;
    /// The identifier of the whole vector: the signature of Ilyinsky et al. Absent for vectors of
    /// three or fewer set bits and for documents below the model's minimum length.
    std::optional<std::uint64_t> descriptive;
    /// The identifier of the most stable set bits that together carry enough information. Absent if
    /// they carry too little, and if `descriptive` is.
    std::optional<std::uint64_t> stable;

    friend bool operator==(const DescriptiveSignatures&, const DescriptiveSignatures&) = default;
};

/// A document's state while the words pass, the most stable first.
struct VectorState {
    std::uint64_t sum = 0;
    std::uint64_t stable_sum = 0;
    std::uint64_t stable_bits = 0;  // in units of 2^-24
    std::uint32_t stable_ones = 0;
    std::uint32_t ones = 0;
};

/// Signs documents with one model, which must outlive it. Holds working memory: one per thread.
class DescriptiveSigner {
  public:
    explicit DescriptiveSigner(const Model& model);
    explicit DescriptiveSigner(Model&&) = delete;

    /// Word numbers (places in Model::words()) by (flip rate, term hash): the order for add().
    const std::vector<std::uint16_t>& by_stability() const { return by_stability_; }

    /// Counts a word above its threshold. The stable signature takes words up to stable_words and
    /// stable_bits. @pre per state, distinct words in the order of by_stability()
    void add(VectorState& state, std::uint16_t word) const { adder(word)(state, true); }

    /// add() of one word to many states, without branches, as its presence is hard to predict.
    class Adder {
      public:
        void operator()(VectorState& state, bool is_above) const {
            const std::uint64_t one = is_above ? 1 : 0;
            const std::uint64_t stable =
                one & ((state.stable_ones < stable_words_) | (state.stable_bits < stable_bits_));
            state.sum += hash_ & (0 - one);
            state.ones += static_cast<std::uint32_t>(one);
            state.stable_sum += hash_ & (0 - stable);
            state.stable_bits += information_ & (0 - stable);
            state.stable_ones += static_cast<std::uint32_t>(stable);
        }

      private:
        friend class DescriptiveSigner;
        std::uint64_t hash_ = 0;
        std::uint64_t information_ = 0;
        std::uint64_t stable_bits_ = 0;
        std::uint32_t stable_words_ = 0;
    };

    Adder adder(std::uint16_t word) const {
        Adder adder;
        adder.hash_ = steps_[word].hash;
        adder.information_ = steps_[word].information;
        adder.stable_bits_ = stable_bits_;
        adder.stable_words_ = stable_words_;
        return adder;
    }

    /// The signatures after all set bits of a document were added.
    /// @param body_length below the model's minimum only `ones` is set
    DescriptiveSignatures finish(const VectorState& state, std::uint32_t body_length) const;

    /// Signs from the words above their thresholds, distinct, in any order.
    DescriptiveSignatures sign(std::span<const std::uint16_t> ones, std::uint32_t body_length);

    /// The numbers of a document's words above their thresholds, in the order of @a terms (distinct
    /// body terms). Valid until the next call. Cost: a table look-up per term.
    /// @param hashes hash64() of each term; empty if unknown
    std::span<const std::uint16_t> find_ones(std::span<const TermCount> terms,
                                             std::span<const std::uint64_t> hashes = {});

    /// find_ones() and sign(). Cost: a table look-up per term. @param hashes as of find_ones()
    DescriptiveSignatures sign_terms(std::span<const TermCount> terms,
                                     std::span<const std::uint64_t> hashes = {});

    const Model& model() const { return *model_; }

  private:
    struct Step {
        std::uint64_t hash;
        std::uint32_t information;
    };

    const Model* model_;
    std::uint32_t stable_words_;
    std::uint64_t stable_bits_;
    std::vector<Step> steps_;  // by word number
    std::vector<std::uint16_t> by_stability_;
    std::vector<std::uint16_t> stability_rank_;  // by word number
    TermNumbers number_of_term_;
    std::vector<std::uint16_t> ones_;
    std::vector<std::uint64_t> hashes_;
    std::vector<std::uint32_t> candidates_;  // terms that may be words
};

}  // namespace descry

#endif  // DESCRY_KEYS_DESCRIPTIVE_VECTOR_H
