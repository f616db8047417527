#include "engine/model/rate_learner.h"

#include <algorithm>
#include <utility>

#include "engine/model/flip_rates.h"

namespace descry {

namespace {

// A pair at this distance exposes its words to one unit of change. Nearer pairs count at least half
// a unit, so that a single changed word in them does not count as a habit.
constexpr std::uint64_t UNIT_OF_CHANGE = 40'000;
constexpr std::uint64_t LEAST_CHANGE = 20'000;

std::uint64_t exposure_units(DistanceMillionths distance) {
    return (std::max<std::uint64_t>(distance, LEAST_CHANGE) << 24) / UNIT_OF_CHANGE;
}

void count(FlipCount& flips, std::uint64_t exposure, bool in_a, bool in_b) {
    flips.exposure += exposure * (unsigned{in_a} + unsigned{in_b});
    if (in_a != in_b) ++flips.flips;
}

}  // namespace

RateLearner::RateLearner(std::span<const WordStatistics> words) {
    begins_.push_back(0);
    for (const WordStatistics& word : words) {
        entry_of(word.term, hash64(word.term)).word =
            static_cast<std::uint32_t>(begins_.size() - 1);
        for (const Threshold& threshold : word.thresholds)
            frequencies_.push_back(threshold.frequency);
        begins_.push_back(frequencies_.size());
    }
    flips_.resize(frequencies_.size());
}

void RateLearner::learn(std::span<const TermCount> a, std::span<const std::uint64_t> hashes_a,
                        std::span<const TermCount> b, std::span<const std::uint64_t> hashes_b,
                        DistanceMillionths distance) {
    const std::uint64_t exposure = exposure_units(distance);
    const std::uint32_t length_a = body_length_of(a);
    const std::uint32_t length_b = body_length_of(b);
    const auto learn_term = [&](Entry& entry, std::uint32_t wdf_a, std::uint32_t wdf_b) {
        entry.is_met = true;
        count(entry.presence, exposure, wdf_a > 0, wdf_b > 0);
        if (entry.word == NO_WORD) return;
        for (std::size_t t = begins_[entry.word]; t < begins_[entry.word + 1]; ++t) {
            count(flips_[t], exposure, is_above(wdf_a, frequencies_[t], length_a),
                  is_above(wdf_b, frequencies_[t], length_b));
        }
    };
    of_a_.clear();
    for (std::size_t i = 0; i < a.size(); ++i) {
        Entry& entry = entry_of(a[i].term, hashes_a[i]);
        entry.wdf_in_a = a[i].wdf;
        of_a_.push_back(static_cast<std::uint32_t>(&entry - entries_.data()));
    }
    for (std::size_t i = 0; i < b.size(); ++i) {
        Entry& entry = entry_of(b[i].term, hashes_b[i]);
        learn_term(entry, std::exchange(entry.wdf_in_a, 0u), b[i].wdf);
    }
    for (const std::uint32_t number : of_a_) {
        Entry& entry = entries_[number];
        if (entry.wdf_in_a > 0) learn_term(entry, std::exchange(entry.wdf_in_a, 0u), 0);
    }
    ++pairs_;
}

LearnedCounts RateLearner::counts() const {
    LearnedCounts counts;
    counts.pairs = pairs_;
    for (std::size_t word = 0; word + 1 < begins_.size(); ++word) {
        counts.words.emplace_back(flips_.begin() + static_cast<std::ptrdiff_t>(begins_[word]),
                                  flips_.begin() + static_cast<std::ptrdiff_t>(begins_[word + 1]));
    }
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (entries_[i].is_met) counts.presence.emplace(terms_[i], entries_[i].presence);
    }
    return counts;
}

RateLearner::Entry& RateLearner::entry_of(std::string_view term, std::uint64_t hash) {
    const auto next = static_cast<std::uint32_t>(entries_.size());
    const auto [number, is_new] = numbers_.try_emplace(hash, next);
    if (is_new) {
        entries_.push_back({{}, NO_WORD, 0, false});
        terms_.emplace_back(term);
    }
    return entries_[number->second];
}

}  // namespace descry
