#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <descry/model/stable_terms.h>

#include "engine/model/learned_rates.h"

namespace descry {

namespace {

constexpr double OWN_WEIGHT = 4;
constexpr double TERM_CLASS_WEIGHT = 20;
constexpr std::size_t CLASSES = 2 * 64;

std::size_t class_of(const TermFrequency& term) {
    const auto power = static_cast<std::size_t>(std::bit_width(term.documents)) - 1;
    return (has_ascii_digit(term.term) ? 64u : 0u) + power;
}

struct Sums {
    double flips = 0;
    double seen = 0;

    void add(const FlipCount& count) {
        flips += count.flips;
        seen += count.seen();
    }
};

}  // namespace

std::vector<StableTerm> choose_stable_terms(const WordsAndSample& statistics,
                                            const LearnedCounts& learned,
                                            const StableTermLimits& limits) {
    Sums all;
    std::array<Sums, CLASSES> by_class;
    std::vector<const FlipCount*> counts;
    counts.reserve(statistics.frequencies.size());
    for (const TermFrequency& term : statistics.frequencies) {
        const auto found = learned.presence.find(term.term);
        counts.push_back(found == learned.presence.end() ? nullptr : &found->second);
        if (counts.back() == nullptr || term.documents < 2) continue;
        all.add(*counts.back());
        by_class[class_of(term)].add(*counts.back());
    }
    const double overall = (all.flips + 0.04) / (all.seen + 1);
    const auto documents = static_cast<double>(statistics.collection.documents);
    const auto own_rate_from =
        std::max(limits.min_documents,
                 static_cast<std::uint64_t>(std::floor(limits.min_own_share * documents)));

    std::vector<StableTerm> table;
    for (std::size_t i = 0; i < statistics.frequencies.size(); ++i) {
        const TermFrequency& term = statistics.frequencies[i];
        if (term.documents < limits.min_documents ||
            static_cast<double>(term.documents) > limits.max_share * documents) {
            continue;
        }
        const Sums& alike = by_class[class_of(term)];
        double rate = std::min(
            1.0, (alike.flips + TERM_CLASS_WEIGHT * overall) / (alike.seen + TERM_CLASS_WEIGHT));
        if (term.documents >= own_rate_from) {
            Sums own;
            if (counts[i] != nullptr) own.add(*counts[i]);
            rate = (own.flips + OWN_WEIGHT * rate) / (own.seen + OWN_WEIGHT);
        }
        const Fixed24 information =
            word_information(term.documents, statistics.collection.documents);
        // Pairs of few documents, of a template all words, say little of a term that most have.
        if (!is_common(information) && Fixed24::from(rate) > Fixed24::from(limits.max_rate))
            continue;
        // Common terms carry no information: the rate alone counts.
        const double bits = std::max(1.0, information.value());
        table.push_back(
            {term.term, Fixed24::from((rate + LEAST_FLIP_RATE) / std::sqrt(bits)), information});
    }
    return table;
}

}  // namespace descry
