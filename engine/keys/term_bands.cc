#include "engine/keys/term_bands.h"

#include <algorithm>
#include <array>

#include <descry/model/stable_terms.h>

namespace descry {

namespace {

// Percentage of common terms from which documents have keys of them.
constexpr std::size_t COMMON_PERCENT = 75;
// Documents this much longer than min_body_length share keys with shorter ones.
constexpr std::uint32_t SHORT_OVERLAP = 15;

std::vector<BandWord> stable_words(const Model& model, bool common) {
    std::vector<BandWord> words;
    words.reserve(model.stable_terms().size());
    for (const StableTerm& stable : model.stable_terms()) {
        if (is_common(stable) != common) continue;
        words.push_back({stable.term, stable.weight, stable.information});
    }
    return words;
}

// Common terms carry no information: a key has a fixed number of them.
BandParameters common_bands(const ModelParameters& parameters) {
    BandParameters bands = parameters.term_bands();
    bands.bands = COMMON_KEYS;
    bands.information.units = ~std::uint32_t{0};
    return bands;
}

std::vector<BandWord> descriptive_words(const Model& model) {
    const Fixed24 least = Fixed24::from(LEAST_FLIP_RATE);
    std::vector<BandWord> words;
    words.reserve(model.words().size());
    for (const ModelWord& word : model.words()) {
        words.push_back({word.term, {word.flip_rate.units + least.units}, word.information});
    }
    return words;
}

}  // namespace

TermBandSigner::TermBandSigner(const Model& model)
    : model_(&model),
      number_of_term_(model.stable_terms().size()),
      drawer_(model.parameters().term_bands(), stable_words(model, false)),
      common_drawer_(common_bands(model.parameters()), stable_words(model, true)),
      short_keys_(COMMON_KEYS, model.parameters().short_rows) {
    std::array<std::uint32_t, 2> next = {};
    for (const StableTerm& stable : model.stable_terms()) {
        number_of_term_.add(stable.term);
        is_common_.push_back(is_common(stable));
        number_of_kind_.push_back(next[is_common(stable) ? 1 : 0]++);
    }
}

std::span<const std::uint64_t> TermBandSigner::sign(std::span<const TermCount> terms) {
    hash_terms(terms, hashes_);
    return sign(hashes_, body_length_of(terms));
}

std::span<const std::uint64_t> TermBandSigner::sign(std::span<const std::uint64_t> term_hashes,
                                                    std::uint32_t body_length) {
    if (body_length < model_->parameters().min_body_length) return {};
    find_present(term_hashes);
    if (present_.size() < std::max(model_->parameters().min_stable_terms, 1u)) return {};
    return drawer_.draw(present_);
}

void TermBandSigner::find_present(std::span<const std::uint64_t> term_hashes) {
    const auto candidates = number_of_term_.may_hold(term_hashes, candidates_);
    for (const std::uint32_t i : candidates)
        number_of_term_.prefetch(term_hashes[i]);
    present_.clear();
    common_.clear();
    for (const std::uint32_t i : candidates) {
        const auto number = number_of_term_.find(term_hashes[i]);
        if (!number) continue;
        (is_common_[*number] ? common_ : present_).push_back(number_of_kind_[*number]);
    }
}

std::span<const std::uint64_t> TermBandSigner::sign_all(std::span<const std::uint64_t> term_hashes,
                                                        std::uint32_t body_length) {
    const ModelParameters& parameters = model_->parameters();
    if (body_length < parameters.min_short_length || term_hashes.empty()) return {};
    if (body_length < parameters.min_body_length) return sign_short(term_hashes);
    const auto bands = sign(term_hashes, body_length);
    keys_.assign(bands.begin(), bands.end());
    keys_.resize(parameters.bands, NO_KEY);
    add_common_keys(term_hashes, body_length);
    const bool has_none = std::ranges::all_of(keys_, [](auto key) { return key == NO_KEY; });
    return has_none ? std::span<const std::uint64_t>() : keys_;
}

std::span<const std::uint64_t> TermBandSigner::sign_short(
    std::span<const std::uint64_t> term_hashes) {
    const ModelParameters& parameters = model_->parameters();
    const auto made = short_keys_.sign(term_hashes);
    keys_.assign(parameters.bands + COMMON_KEYS, NO_KEY);
    const std::size_t first = std::min<std::size_t>(SHORT_KEYS, parameters.bands);
    std::copy_n(made.begin(), first, keys_.begin());
    std::copy_n(made.begin() + SHORT_KEYS, COMMON_KEYS, keys_.begin() + parameters.bands);
    for (std::uint64_t& key : keys_) {
        if (key != NO_KEY) key >>= 64 - parameters.band_key_bits;
    }
    return keys_;
}

void TermBandSigner::add_common_keys(std::span<const std::uint64_t> term_hashes,
                                     std::uint32_t body_length) {
    const ModelParameters& parameters = model_->parameters();
    const bool is_common_alone = 100 * common_.size() >= COMMON_PERCENT * term_hashes.size();
    if (is_common_alone && !common_.empty()) {
        const auto made = common_drawer_.draw(common_);
        keys_.insert(keys_.end(), made.begin(), made.begin() + COMMON_KEYS);
    } else if (body_length < parameters.min_body_length + SHORT_OVERLAP) {
        const auto made = short_keys_.sign(term_hashes);
        for (unsigned i = 0; i < COMMON_KEYS; ++i)
            keys_.push_back(made[SHORT_KEYS + i] >> (64 - parameters.band_key_bits));
    } else {
        keys_.resize(keys_.size() + COMMON_KEYS, NO_KEY);
    }
}

OneBandSigner::OneBandSigner(const Model& model)
    : model_(&model), drawer_(model.parameters().one_bands(), descriptive_words(model)) {}

std::span<const std::uint64_t> OneBandSigner::sign(std::span<const std::uint16_t> ones,
                                                   std::uint32_t body_length) {
    const ModelParameters& parameters = model_->parameters();
    if (body_length < parameters.min_body_length) return {};
    if (ones.size() < std::max(parameters.min_ones, 1u)) return {};
    std::uint64_t information = 0;
    for (const std::uint16_t word : ones)
        information += model_->words()[word].information.units;
    if (information < std::uint64_t{parameters.min_band_bits} << 24) return {};
    present_.assign(ones.begin(), ones.end());
    return drawer_.draw(present_);
}

}  // namespace descry
