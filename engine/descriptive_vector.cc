#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

#include <descry/descriptive_vector.h>

namespace descry {

namespace {

constexpr unsigned WORD_BITS = 64;

void set_bit(std::vector<std::uint64_t>& bits, std::uint16_t i) {
    bits[i / WORD_BITS] |= std::uint64_t{1} << (i % WORD_BITS);
}

// Calls visit(i) for each set bit, ascending, clearing it; stops, clearing the rest, once visit
// returns false. Walking a bit set sorts a document's ones without comparing any.
template <typename Visit>
void drain_bits(std::vector<std::uint64_t>& bits, Visit&& visit) {
    bool go_on = true;
    for (std::size_t w = 0; w < bits.size(); ++w) {
        std::uint64_t word = std::exchange(bits[w], 0);
        for (; go_on && word != 0; word &= word - 1) {
            go_on = visit(w * WORD_BITS + static_cast<unsigned>(std::countr_zero(word)));
        }
    }
}

}  // namespace

DescriptiveSigner::DescriptiveSigner(const Model& model) : model_(&model) {
    const std::vector<ModelWord>& words = model.words();
    const std::size_t count = words.size();
    std::vector<std::uint64_t> hash(count);
    number_of_term_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        hash[i] = hash64(words[i].term, model.parameters().hash_seed);
        number_of_term_.emplace(words[i].term, static_cast<std::uint16_t>(i));
    }
    std::vector<std::uint16_t> order(count);
    std::iota(order.begin(), order.end(), std::uint16_t{0});
    const auto by_hash = [&](std::uint16_t a, std::uint16_t b) { return hash[a] < hash[b]; };
    std::stable_sort(order.begin(), order.end(), by_hash);
    hash_rank_.resize(count);
    hash_at_rank_.resize(count);
    for (std::size_t rank = 0; rank < count; ++rank) {
        hash_rank_[order[rank]] = static_cast<std::uint16_t>(rank);
        hash_at_rank_[rank] = hash[order[rank]];
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint16_t a, std::uint16_t b) {
        return words[a].flip_rate < words[b].flip_rate;
    });
    stability_rank_.resize(count);
    for (std::size_t rank = 0; rank < count; ++rank) {
        stability_rank_[order[rank]] = static_cast<std::uint16_t>(rank);
    }
    word_at_stability_ = std::move(order);
    by_hash_bits_.resize((count + WORD_BITS - 1) / WORD_BITS);
    by_stability_bits_.resize(by_hash_bits_.size());
}

DescriptiveSignatures DescriptiveSigner::sign(std::span<const std::uint16_t> ones,
                                              std::uint32_t body_length) {
    const ModelParameters& parameters = model_->parameters();
    DescriptiveSignatures signatures;
    signatures.ones = static_cast<std::uint32_t>(ones.size());
    if (body_length < parameters.min_body_length || ones.size() < parameters.min_ones) {
        return signatures;
    }

    for (const std::uint16_t word : ones) {
        set_bit(by_hash_bits_, hash_rank_[word]);
        set_bit(by_stability_bits_, stability_rank_[word]);
    }
    const auto hash_of_set = [&] {
        hashes_.clear();
        drain_bits(by_hash_bits_, [&](std::size_t rank) {
            hashes_.push_back(hash_at_rank_[rank]);
            return true;
        });
        return hash64_list(hashes_, parameters.hash_seed);
    };
    signatures.descriptive = hash_of_set();

    const std::uint64_t wanted_bits = std::uint64_t{parameters.stable_bits} << 24;
    std::uint64_t bits = 0;
    std::uint32_t taken = 0;
    drain_bits(by_stability_bits_, [&](std::size_t rank) {
        const std::uint16_t word = word_at_stability_[rank];
        set_bit(by_hash_bits_, hash_rank_[word]);
        bits += model_->words()[word].information.units;
        ++taken;
        return taken < parameters.stable_words || bits < wanted_bits;
    });
    const std::uint64_t stable = hash_of_set();
    if (bits >= std::uint64_t{parameters.min_stable_bits} << 24) signatures.stable = stable;
    return signatures;
}

DescriptiveSignatures DescriptiveSigner::sign_terms(std::span<const TermCount> terms) {
    const std::uint32_t length = body_length_of(terms);
    ones_.clear();
    for (const auto& [term, wdf] : terms) {
        const auto found = number_of_term_.find(term);
        if (found == number_of_term_.end()) continue;
        if (is_above(wdf, model_->words()[found->second].threshold, length)) {
            ones_.push_back(found->second);
        }
    }
    return sign(ones_, length);
}

std::uint32_t body_length_of(std::span<const TermCount> terms) {
    std::uint64_t sum = 0;
    for (const TermCount& term : terms)
        sum += term.wdf;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(sum, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace descry
