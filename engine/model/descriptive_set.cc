#include "engine/model/descriptive_set.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <stdexcept>

#include "engine/model/flip_rates.h"

namespace descry {

namespace {

// A candidate with its last known gain: an upper bound, as gains only fall.
struct Entry {
    std::int64_t gain;  // in units of 2^-32
    Fixed24 flip_rate;
    std::size_t candidate;
};

class Selection {
  public:
    Selection(std::span<const CandidateWord> candidates, std::size_t sample_size,
              std::uint64_t documents, const SelectionLimits& limits, double flip_weight)
        : candidates_(candidates),
          documents_(documents),
          limits_(limits),
          flip_weight_(flip_weight),
          have_(sample_size, 0),
          ones_(sample_size, 0),
          information_(sample_size, 0),
          poor_documents_(limits.rich_bits > 0 ? sample_size : 0) {
        for (const CandidateWord& word : candidates_) {
            if (!word.sample_above.empty() && word.sample_above.back() >= sample_size) {
                throw std::invalid_argument("select_descriptive_set: position outside the sample");
            }
        }
        for (unsigned have = 0; have < limits.wanted_ones; ++have) {
            supply_.push_back(std::llround(std::ldexp(1.0, 32) / (1 + have)));
        }
        supply_.push_back(0);
        sample_share_ =
            documents == 0 ? 0 : static_cast<double>(sample_size) / static_cast<double>(documents);
    }

    std::vector<std::size_t> run() {
        const auto worse = [this](const Entry& a, const Entry& b) { return is_better(b, a); };
        std::priority_queue<Entry, std::vector<Entry>, decltype(worse)> queue(worse);
        for (std::size_t i = 0; i < candidates_.size(); ++i)
            queue.push(evaluate(i));

        std::vector<std::size_t> selected;
        while (!queue.empty() && !enough(selected.size())) {
            const Entry current = evaluate(queue.top().candidate);
            queue.pop();
            if (current.gain <= 0) continue;
            if (!queue.empty() && is_better(queue.top(), current)) {
                queue.push(current);
                continue;
            }
            take(candidates_[current.candidate]);
            selected.push_back(current.candidate);
        }
        return selected;
    }

    // The median of the sampled documents' set bits after the selection.
    std::uint32_t median_ones() const {
        if (ones_.empty()) return 0;
        std::vector<std::uint32_t> ones = ones_;
        const auto middle = ones.begin() + static_cast<std::ptrdiff_t>((ones.size() - 1) / 2);
        std::nth_element(ones.begin(), middle, ones.end());
        return *middle;
    }

  private:
    bool is_better(const Entry& a, const Entry& b) const {
        if (a.gain != b.gain) return a.gain > b.gain;
        if (a.flip_rate != b.flip_rate) return a.flip_rate < b.flip_rate;
        return candidates_[a.candidate].term < candidates_[b.candidate].term;
    }

    Entry evaluate(std::size_t candidate) const {
        const CandidateWord& word = candidates_[candidate];
        const std::int64_t* const supply = supply_.data();
        const std::uint8_t* const have = have_.data();
        std::int64_t gain = 0;
        for (const std::uint16_t position : word.sample_above)
            gain += supply[have[position]];
        const double flips = word.threshold.flip_rate.value() *
                             static_cast<double>(word.threshold.documents_above) * sample_share_;
        gain -= std::llround(std::ldexp(flip_weight_ * flips, 32));
        return {gain, word.threshold.flip_rate, candidate};
    }

    void take(const CandidateWord& word) {
        const std::uint64_t bits =
            word_information(word.threshold.documents_above, documents_).units;
        const std::uint64_t rich = Fixed24::from(limits_.rich_bits).units;
        for (const std::uint16_t position : word.sample_above) {
            ++ones_[position];
            if (have_[position] < limits_.wanted_ones) ++have_[position];
            if (information_[position] < rich && information_[position] + bits >= rich) {
                --poor_documents_;
            }
            information_[position] += bits;
        }
    }

    bool enough(std::size_t selected) const {
        if (selected < limits_.words) return false;
        if (!limits_.grow || selected >= limits_.max_words) return true;
        return static_cast<double>(poor_documents_) <=
               limits_.poor_share * static_cast<double>(have_.size());
    }

    std::span<const CandidateWord> candidates_;
    std::uint64_t documents_;
    const SelectionLimits& limits_;
    double flip_weight_;
    double sample_share_ = 0;
    std::vector<std::int64_t> supply_;  // by number of set bits of a document
    // Set bits by sampled document, up to wanted_ones: small, because all gains read it at random.
    std::vector<std::uint8_t> have_;
    std::vector<std::uint32_t> ones_;         // all of them
    std::vector<std::uint64_t> information_;  // of a document's set bits, in units of 2^-24
    std::size_t poor_documents_;
};

}  // namespace

std::vector<CandidateWord> candidate_words(const WordsAndSample& statistics) {
    std::vector<CandidateWord> candidates;
    candidates.reserve(statistics.words.size());
    for (const WordStatistics& word : statistics.words) {
        const auto threshold = least_flips(word.thresholds);
        if (!threshold) continue;
        CandidateWord candidate{word.term, *threshold, {}};
        for (const auto& [position, wdf] : word.sample) {
            if (is_above(wdf, threshold->frequency, statistics.sample_lengths[position])) {
                candidate.sample_above.push_back(position);
            }
        }
        candidates.push_back(std::move(candidate));
    }
    return candidates;
}

DescriptiveSet select_descriptive_set(std::span<const CandidateWord> candidates,
                                      std::size_t sample_size, std::uint64_t documents,
                                      const SelectionLimits& limits) {
    if (sample_size > SELECTION_SAMPLE) {
        throw std::invalid_argument("select_descriptive_set: the sample is too large");
    }
    for (unsigned step = 0;; ++step) {
        const double weight = limits.flip_weight - step * limits.flip_weight_step;
        Selection selection(candidates, sample_size, documents, limits, weight);
        DescriptiveSet set{selection.run(), weight};
        // Half a step of slack: the weights are sums of inexact tenths.
        const bool last = limits.flip_weight_step <= 0 ||
                          weight - 0.5 * limits.flip_weight_step < limits.min_flip_weight;
        if (last || selection.median_ones() >= limits.min_median_ones) return set;
    }
}

}  // namespace descry
