#include "engine/keys/descriptive_vector.h"

#include <algorithm>
#include <numeric>

#include "engine/model/flip_rates.h"

namespace descry {

DescriptiveSigner::DescriptiveSigner(const Model& model)
    : model_(&model),
      stable_words_(model.parameters().stable_words),
      stable_bits_(std::uint64_t{model.parameters().stable_bits} << 24),
      number_of_term_(model.words().size()) {
    const std::vector<ModelWord>& words = model.words();
    for (std::size_t i = 0; i < words.size(); ++i) {
        steps_.push_back(
            {hash64(words[i].term, model.parameters().hash_seed), words[i].information.units});
        number_of_term_.add(words[i].term);
    }
    by_stability_.resize(words.size());
    std::iota(by_stability_.begin(), by_stability_.end(), std::uint16_t{0});
    std::sort(by_stability_.begin(), by_stability_.end(), [&](std::uint16_t a, std::uint16_t b) {
        if (words[a].flip_rate != words[b].flip_rate) {
            return words[a].flip_rate < words[b].flip_rate;
        }
        return steps_[a].hash != steps_[b].hash ? steps_[a].hash < steps_[b].hash : a < b;
    });
    stability_rank_.resize(words.size());
    for (std::size_t rank = 0; rank < words.size(); ++rank) {
        stability_rank_[by_stability_[rank]] = static_cast<std::uint16_t>(rank);
    }
}

DescriptiveSignatures DescriptiveSigner::finish(const VectorState& state,
                                                std::uint32_t body_length) const {
    const ModelParameters& parameters = model_->parameters();
    DescriptiveSignatures signatures;
    signatures.ones = state.ones;
    if (body_length < parameters.min_body_length || state.ones < parameters.min_ones) {
        return signatures;
    }
    signatures.descriptive = hash64_list({&state.sum, 1}, parameters.hash_seed);
    if (state.stable_bits >= std::uint64_t{parameters.min_stable_bits} << 24) {
        signatures.stable = hash64_list({&state.stable_sum, 1}, parameters.hash_seed);
    }
    return signatures;
}

DescriptiveSignatures DescriptiveSigner::sign(std::span<const std::uint16_t> ones,
                                              std::uint32_t body_length) {
    if (ones.data() != ones_.data()) ones_.assign(ones.begin(), ones.end());
    std::sort(ones_.begin(), ones_.end(), [this](std::uint16_t a, std::uint16_t b) {
        return stability_rank_[a] < stability_rank_[b];
    });
    VectorState state;
    for (const std::uint16_t word : ones_)
        add(state, word);
    return finish(state, body_length);
}

std::span<const std::uint16_t> DescriptiveSigner::find_ones(std::span<const TermCount> terms,
                                                            std::span<const std::uint64_t> hashes) {
    if (hashes.empty()) {
        hash_terms(terms, hashes_);
        hashes = hashes_;
    }
    const std::uint32_t length = body_length_of(terms);
    ones_.clear();
    for (const std::uint32_t i : number_of_term_.may_hold(hashes, candidates_)) {
        const auto number = number_of_term_.find(hashes[i]);
        if (number && is_above(terms[i].wdf, model_->words()[*number].threshold, length)) {
            ones_.push_back(static_cast<std::uint16_t>(*number));
        }
    }
    return ones_;
}

DescriptiveSignatures DescriptiveSigner::sign_terms(std::span<const TermCount> terms,
                                                    std::span<const std::uint64_t> hashes) {
    return sign(find_ones(terms, hashes), body_length_of(terms));
}

}  // namespace descry
