#include "engine/model/learned_rates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace descry {

namespace {

// Weights of the class in a word's rate, and of all words in a class's.
constexpr double LENGTH_CLASS_WEIGHT = 4;
constexpr double OVERALL_WEIGHT = 50;
constexpr double MAX_RATE = 1.5;

constexpr std::size_t RATE_CLASSES = 2 * 8 * 4;

// Words and thresholds that are likely to flip alike.
std::size_t rate_class(const std::string& term, const Threshold& threshold,
                       const CollectionStatistics& collection) {
    const double documents = static_cast<double>(collection.documents);
    const double rarity =
        std::log2(documents / static_cast<double>(threshold.documents_above)) / 1.5;
    const auto rare = static_cast<std::size_t>(std::clamp(std::floor(rarity), 0.0, 7.0));
    const double occurrences_needed = std::ldexp(threshold.frequency, -32) *
                                      static_cast<double>(collection.occurrences) / documents;
    const std::size_t height = threshold.frequency == 0   ? 0
                               : occurrences_needed < 1.5 ? 1
                               : occurrences_needed < 3   ? 2
                                                          : 3;
    return ((has_ascii_digit(term) ? 1u : 0u) * 8 + rare) * 4 + height;
}

// Flips seen, and flips that the model expected for the same exposure.
struct SeenAndExpected {
    double seen = 0;
    double expected = 0;

    void add(const FlipCount& count, Fixed24 modelled) {
        seen += count.flips;
        expected += count.seen() * modelled.value();
    }
};

}  // namespace

void apply_learned_rates(const LearnedCounts& learned, const CollectionStatistics& collection,
                         std::span<WordStatistics> words) {
    if (learned.pairs == 0) return;
    const auto as_many = [](const auto& counts, const WordStatistics& word) {
        return counts.size() == word.thresholds.size();
    };
    if (!std::equal(learned.words.begin(), learned.words.end(), words.begin(), words.end(),
                    as_many)) {
        throw std::invalid_argument("apply_learned_rates: learned about other words");
    }
    SeenAndExpected all;
    std::array<SeenAndExpected, RATE_CLASSES> by_class;
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (std::size_t t = 0; t < words[i].thresholds.size(); ++t) {
            const Threshold& threshold = words[i].thresholds[t];
            const FlipCount& count = learned.words[i][t];
            all.add(count, threshold.flip_rate);
            by_class[rate_class(words[i].term, threshold, collection)].add(count,
                                                                           threshold.flip_rate);
        }
    }
    const double overall = all.expected > 0 ? all.seen / all.expected : 1;
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (std::size_t t = 0; t < words[i].thresholds.size(); ++t) {
            Threshold& threshold = words[i].thresholds[t];
            const SeenAndExpected& alike =
                by_class[rate_class(words[i].term, threshold, collection)];
            const double ratio =
                (alike.seen + OVERALL_WEIGHT * overall) / (alike.expected + OVERALL_WEIGHT);
            const FlipCount& count = learned.words[i][t];
            const double expected = std::min(1.0, ratio * threshold.flip_rate.value());
            const double rate = (count.flips + LENGTH_CLASS_WEIGHT * expected) /
                                (count.seen() + LENGTH_CLASS_WEIGHT);
            threshold.flip_rate = Fixed24::from(std::min(MAX_RATE, rate));
        }
    }
}

}  // namespace descry
