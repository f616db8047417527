#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <descry/hashing/hash.h>
#include <descry/model/learned_rates.h>

#include "sketch_pairs/ascii_digit.h"

namespace descry {

namespace {

// A pair at this distance exposes its words to one unit of change; nearer pairs count at least half
// a unit, so that a single changed word in them is not taken for a habit.
constexpr std::uint64_t UNIT_OF_CHANGE = 40'000;
constexpr std::uint64_t LEAST_CHANGE = 20'000;

// Weights of the class in a word's rate, and of all words in a class's.
constexpr double LENGTH_CLASS_WEIGHT = 4;
constexpr double OVERALL_WEIGHT = 50;
constexpr double MAX_RATE = 1.5;

std::uint64_t exposure_units(DistanceMillionths distance) {
    return (std::max<std::uint64_t>(distance, LEAST_CHANGE) << 24) / UNIT_OF_CHANGE;
}

void count(FlipCount& flips, std::uint64_t exposure, bool in_a, bool in_b) {
    flips.exposure += exposure * (unsigned{in_a} + unsigned{in_b});
    if (in_a != in_b) ++flips.flips;
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
    : slots_(std::bit_ceil(4 * words.size() + 2), NO_TERM) {
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

void RateLearner::learn(std::span<const TermCount> a, std::span<const TermCount> b,
                        DistanceMillionths distance) {
    hash_terms(a, hashes_a_);
    hash_terms(b, hashes_b_);
    learn(a, hashes_a_, b, hashes_b_, distance);
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
        if (entry.word == NO_TERM) return;
        for (std::size_t t = begins_[entry.word]; t < begins_[entry.word + 1]; ++t) {
            count(flips_[t], exposure, is_above(wdf_a, frequencies_[t], length_a),
                  is_above(wdf_b, frequencies_[t], length_b));
        }
    };
    prefetch(hashes_a);
    prefetch(hashes_b);
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

void RateLearner::prefetch(std::span<const std::uint64_t> hashes) const {
    for (const std::uint64_t hash : hashes)
        __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
}

// Terms are told apart by their hashes, as TermNumbers does.
RateLearner::Entry& RateLearner::entry_of(std::string_view term, std::uint64_t hash) {
    const auto slot_of = [this](std::uint64_t wanted) {
        std::size_t i = wanted & (slots_.size() - 1);
        while (slots_[i] != NO_TERM && entries_[slots_[i]].hash != wanted)
            i = (i + 1) & (slots_.size() - 1);
        return i;
    };
    const std::size_t slot = slot_of(hash);
    if (slots_[slot] != NO_TERM) return entries_[slots_[slot]];
    slots_[slot] = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({hash, {}, NO_TERM, 0, false});
    terms_.emplace_back(term);
    if (2 * entries_.size() > slots_.size()) {
        slots_.assign(2 * slots_.size(), NO_TERM);
        for (std::uint32_t i = 0; i < entries_.size(); ++i)
            slots_[slot_of(entries_[i].hash)] = i;
    }
    return entries_.back();
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
            const double rate = (count.flips + LENGTH_CLASS_WEIGHT * expected) /
                                (count.seen() + LENGTH_CLASS_WEIGHT);
            threshold.flip_rate = Fixed24::from(std::min(MAX_RATE, rate));
        }
    }
}

}  // namespace descry
