/** @file descriptive_vector.h
 *  @brief From a document's ones to its fuzzy signatures.
 *
 *  A vector's identifier is XXH64 (model seed) of the sum, modulo 2^64, of its words' hashes, taken
 *  as 8 little-endian bytes; a word's hash is XXH64 (model seed) of the term. A sum needs no order,
 *  so posting lists, each passing over all documents, give all identifiers without ever gathering a
 *  document's words.
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

/// What the descriptive words say of one document.
struct DescriptiveSignatures {
    /// Words above their thresholds.
    std::uint32_t ones = 0;
    /// The identifier of the whole vector: the signature of Ilyinsky et al. Absent for vectors of
    /// three or fewer ones and for documents below the model's minimum length.
    std::optional<std::uint64_t> descriptive;
    /// The identifier of the most stable ones that together carry enough information. Absent where
    /// they carry too little, and where `descriptive` is.
    std::optional<std::uint64_t> stable;

    friend bool operator==(const DescriptiveSignatures&, const DescriptiveSignatures&) = default;
};

/// What has been seen of one document while the words passed, the most stable first.
struct VectorState {
    std::uint64_t sum = 0;
    std::uint64_t stable_sum = 0;
    std::uint64_t stable_bits = 0;  // in units of 2^-24
    std::uint32_t stable_ones = 0;
    std::uint32_t ones = 0;
};

/// Signs documents with one model. Keeps a pointer to the model, which must outlive it. Holds
/// working memory: one per thread.
class DescriptiveSigner {
  public:
    explicit DescriptiveSigner(const Model& model);
    explicit DescriptiveSigner(Model&&) = delete;

    /// The numbers of the words (places in Model::words()) in the order of (flip rate, term hash):
    /// the order in which add() must see them.
    const std::vector<std::uint16_t>& by_stability() const { return by_stability_; }

    /// Counts a word that is above its threshold. The stable signature takes words until it has at
    /// least stable_words of them and at least stable_bits.
    /// @pre for one state, words come in the order of by_stability(), each at most once
    void add(VectorState& state, std::uint16_t word) const { adder(word)(state, true); }

    /// add() of one word to many states. Without branches: whether a document has a word is hard to
    /// predict.
    class Adder {
      public:
        /// Does nothing when the word is not above its threshold.
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

    /// The signatures of a document all of whose ones were added.
    /// @param body_length the document's; below the model's minimum only `ones` is set
    DescriptiveSignatures finish(const VectorState& state, std::uint32_t body_length) const;

    /// Signs from the words above their thresholds, distinct, in any order.
    DescriptiveSignatures sign(std::span<const std::uint16_t> ones, std::uint32_t body_length);

    /// The numbers of the words above their thresholds in a document, in the order of @a terms (its
    /// body terms, each once). Valid until the next call. Cost: a table look-up a term.
    /// @param hashes hash64() of each term, where they are known; else none
    std::span<const std::uint16_t> find_ones(std::span<const TermCount> terms,
                                             std::span<const std::uint64_t> hashes = {});

    /// Signs from a document's body terms, in any order, each once: finds its ones and its body
    /// length first. Cost: a table look-up a term. @param hashes as of find_ones()
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
