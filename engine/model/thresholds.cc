#include "engine/model/thresholds.h"

#include <algorithm>
#include <cmath>

#include "engine/model/flip_rates.h"

namespace descry {

namespace {

// Documents by relative frequency: the histogram's cells by their frequency, with cumulative
// counts.
class FrequencyRanks {
  public:
    explicit FrequencyRanks(const TermHistogram& histogram) {
        for (const auto& [cell, documents] : histogram.cells()) {
            steps_.push_back({cell_frequency(cell), documents});
        }
        std::ranges::sort(steps_, {}, &Step::frequency);
        std::uint64_t sum = 0;
        for (Step& step : steps_)
            step.up_to = sum += step.up_to;
    }

    // The frequency of the document of this rank, 0-based, ascending. @pre rank < documents
    std::uint32_t at_rank(std::uint64_t rank) const {
        return std::ranges::upper_bound(steps_, rank, {}, &Step::up_to)->frequency;
    }

    std::uint64_t documents_above(std::uint32_t frequency) const {
        const auto step = std::ranges::upper_bound(steps_, frequency, {}, &Step::frequency);
        const std::uint64_t not_above = step == steps_.begin() ? 0 : std::prev(step)->up_to;
        return steps_.back().up_to - not_above;
    }

  private:
    struct Step {
        std::uint32_t frequency;
        std::uint64_t up_to;
    };
    std::vector<Step> steps_;
};

}  // namespace

bool is_candidate_word(std::uint64_t documents, std::uint64_t collection_documents,
                       const ThresholdLimits& limits) {
    const auto all = static_cast<double>(collection_documents);
    const auto held = static_cast<double>(documents);
    return documents >= limits.min_documents && held >= limits.min_share * all &&
           held <= limits.max_share * all;
}

std::vector<Threshold> candidate_thresholds(const TermHistogram& histogram,
                                            const CollectionStatistics& collection,
                                            const ThresholdLimits& limits) {
    const std::uint64_t df = histogram.documents();
    std::vector<Threshold> thresholds;
    if (!is_candidate_word(df, collection.documents, limits)) return thresholds;

    const auto all = static_cast<double>(collection.documents);
    const auto held = static_cast<double>(df);
    const double lo = std::max(static_cast<double>(limits.min_above), limits.min_share * all);
    const double hi = std::min(0.999 * held, limits.max_above_share * all);
    if (held <= limits.max_above_share * all) thresholds.push_back({0, df, {}});
    if (hi < lo || limits.candidates < 2) return thresholds;

    const FrequencyRanks ranks(histogram);
    for (unsigned k = 0; k < limits.candidates; ++k) {
        const double above = lo * std::pow(hi / lo, k / (limits.candidates - 1.0));
        const std::uint64_t rank = df - static_cast<std::uint64_t>(std::floor(above));
        if (rank == 0) continue;
        const std::uint32_t left = ranks.at_rank(rank - 1);
        const std::uint32_t right = ranks.at_rank(std::min(rank, df - 1));
        const std::uint32_t frequency = left + (right - left) / 2;
        const std::uint64_t documents_above = ranks.documents_above(frequency);
        if (static_cast<double>(documents_above) < lo) continue;
        thresholds.push_back({frequency, documents_above, {}});
    }
    std::ranges::sort(thresholds, {}, &Threshold::frequency);
    thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
    return thresholds;
}

std::vector<Threshold> modelled_thresholds(const TermHistogram& histogram,
                                           const CollectionStatistics& collection,
                                           const ModelledFlips& flips,
                                           const ThresholdLimits& limits) {
    std::vector<Threshold> thresholds = candidate_thresholds(histogram, collection, limits);
    std::vector<std::uint32_t> frequencies;
    for (const Threshold& threshold : thresholds)
        frequencies.push_back(threshold.frequency);
    const std::vector<double> expected = flips.expected_flips(histogram, collection, frequencies);
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
        thresholds[i].flip_rate =
            Fixed24::from(expected[i] / static_cast<double>(thresholds[i].documents_above));
    }
    return thresholds;
}

std::optional<Threshold> least_flips(std::span<const Threshold> thresholds) {
    if (thresholds.empty()) return std::nullopt;
    // min_element returns the first of equals, which has the smaller frequency.
    return *std::ranges::min_element(thresholds, {}, &Threshold::flip_rate);
}

Fixed24 word_information(std::uint64_t documents_above, std::uint64_t documents) {
    const double share = static_cast<double>(documents_above) / static_cast<double>(documents);
    return Fixed24::from(std::max(0.0, -std::log2(share)));
}

}  // namespace descry
