#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <descry/descriptive_vector.h>
#include <descry/learned_rates.h>

#include "ascii_digit.h"

namespace descry {

namespace {

// A pair at this distance exposes its words to one unit of change; nearer pairs count at least half
// a unit, so that a single changed word in them is not taken for a habit.
constexpr std::uint64_t UNIT_OF_CHANGE = 40'000;
constexpr std::uint64_t LEAST_CHANGE = 20'000;

// Weights of the class in a word's rate, and of all words in a class's.
constexpr double CLASS_WEIGHT = 4;
constexpr double OVERALL_WEIGHT = 50;
constexpr double MAX_RATE = 1.5;

std::uint64_t exposure_units(DistanceMillionths distance) {
    return (std::max<std::uint64_t>(distance, LEAST_CHANGE) << 24) / UNIT_OF_CHANGE;
}

void count(FlipCount& flips, std::uint64_t exposure, bool in_a, bool in_b) {
    flips.exposure += exposure * (unsigned{in_a} + unsigned{in_b});
    if (in_a != in_b) ++flips.flips;
}

// Calls visit(term, wdf in a, wdf in b) for each term of either document.
template <typename Visit>
void for_each_term(std::span<const TermCount> a, std::span<const TermCount> b, Visit&& visit) {
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() || j != b.end()) {
        if (j == b.end() || (i != a.end() && i->term < j->term)) {
            visit(i->term, i->wdf, 0u);
            ++i;
        } else if (i == a.end() || j->term < i->term) {
            visit(j->term, 0u, j->wdf);
            ++j;
        } else {
            visit(i->term, i->wdf, j->wdf);
            ++i;
            ++j;
        }
    }
}

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

// Flips seen, and flips that the model expected of the same exposure.
struct SeenAndExpected {
    double seen = 0;
    double expected = 0;

    void add(const FlipCount& count, Fixed24 modelled) {
        seen += count.flips;
        expected += count.seen() * modelled.value();
    }
};

}  // namespace

void LearnedCounts::merge(const LearnedCounts& other) {
    if (words.empty()) {
        for (const auto& thresholds : other.words)
            words.emplace_back(thresholds.size());
    }
    const auto as_many = [](const auto& a, const auto& b) { return a.size() == b.size(); };
    if (!std::equal(words.begin(), words.end(), other.words.begin(), other.words.end(), as_many)) {
        throw std::invalid_argument("LearnedCounts: learned about other words or thresholds");
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (std::size_t t = 0; t < words[i].size(); ++t) {
            words[i][t].merge(other.words[i][t]);
        }
    }
    for (const auto& [term, count] : other.presence)
        presence[term].merge(count);
    pairs += other.pairs;
}

RateLearner::RateLearner(std::span<const WordStatistics> words)
    : words_(words), number_of_term_(words.size()) {
    counts_.words.resize(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        number_of_term_.add(words[i].term);
        counts_.words[i].resize(words[i].thresholds.size());
    }
}

void RateLearner::learn(std::span<const TermCount> a, std::span<const TermCount> b,
                        DistanceMillionths distance) {
    const std::uint64_t exposure = exposure_units(distance);
    const std::uint32_t length_a = body_length_of(a);
    const std::uint32_t length_b = body_length_of(b);
    for_each_term(a, b, [&](std::string_view term, std::uint32_t wdf_a, std::uint32_t wdf_b) {
        auto present = counts_.presence.find(term);
        if (present == counts_.presence.end()) {
            present = counts_.presence.emplace(term, FlipCount()).first;
        }
        count(present->second, exposure, wdf_a > 0, wdf_b > 0);
        const auto number = number_of_term_.find(term);
        if (!number) return;
        const std::vector<Threshold>& thresholds = words_[*number].thresholds;
        for (std::size_t t = 0; t < thresholds.size(); ++t) {
            count(counts_.words[*number][t], exposure,
                  is_above(wdf_a, thresholds[t].frequency, length_a),
                  is_above(wdf_b, thresholds[t].frequency, length_b));
        }
    });
    ++counts_.pairs;
}

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
            const double rate =
                (count.flips + CLASS_WEIGHT * expected) / (count.seen() + CLASS_WEIGHT);
            threshold.flip_rate = Fixed24::from(std::min(MAX_RATE, rate));
        }
    }
}

}  // namespace descry
