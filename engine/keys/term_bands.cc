#include <algorithm>

#include <descry/keys/term_bands.h>
#include <descry/model/stable_terms.h>

namespace descry {

namespace {

std::vector<BandWord> stable_words(const Model& model) {
    std::vector<BandWord> words;
    words.reserve(model.stable_terms().size());
    for (const StableTerm& stable : model.stable_terms()) {
        words.push_back({stable.term, stable.weight, stable.information});
    }
    return words;
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
      drawer_(model.parameters().term_bands(), stable_words(model)) {
    for (const StableTerm& stable : model.stable_terms())
        number_of_term_.add(stable.term);
}

std::span<const std::uint64_t> TermBandSigner::sign(std::span<const TermCount> terms) {
    hash_terms(terms, hashes_);
    return sign(hashes_, body_length_of(terms));
}

std::span<const std::uint64_t> TermBandSigner::sign(std::span<const std::uint64_t> term_hashes,
                                                    std::uint32_t body_length) {
    if (body_length < model_->parameters().min_body_length) return {};
    for (const std::uint64_t hash : term_hashes)
        number_of_term_.prefetch(hash);
    present_.clear();
    for (const std::uint64_t hash : term_hashes) {
        if (const auto number = number_of_term_.find(hash)) present_.push_back(*number);
    }
    if (present_.size() < std::max(model_->parameters().min_stable_terms, 1u)) return {};
    return drawer_.draw(present_);
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
