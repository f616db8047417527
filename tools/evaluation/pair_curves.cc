#include "evaluation/pair_curves.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include <descry/model/confidence_interval.h>

#include "evaluation/gold/judge.h"
#include "evaluation/methods/keyed_pairs.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t MOST_GOLD_PAIRS = 20'000;
constexpr std::size_t BINS = 20;
constexpr std::size_t THEORY_STEPS = 100;
constexpr std::size_t THRESHOLD_STEPS = 20;
constexpr double NEAR = DISTANCE_LIMITS.front();

struct Bin {
    double sum = 0;
    std::uint64_t pairs = 0;
    std::uint64_t suggested = 0;
};

// Similarities of pairs that count (they are suggested, or near), for each threshold once more.
struct Found {
    double similarity = 0;
    bool counts = false;
};

Json share_above(const std::vector<Found>& pairs, double threshold, bool of_all) {
    std::uint64_t remain = 0;
    std::uint64_t counting = 0;
    for (const auto& [similarity, counts] : pairs) {
        const bool stays = similarity >= threshold;
        remain += of_all || stays ? 1u : 0u;
        counting += stays && counts ? 1u : 0u;
    }
    if (remain == 0) return {};
    return static_cast<double>(counting) / static_cast<double>(remain);
}

}  // namespace

Json candidate_curve(const MethodResult& method, const Gold* gold) {
    if (!method.candidate_probability || !method.resemblance || gold == nullptr) return {};
    Json theory = Json::array();
    for (std::size_t i = 0; i <= THEORY_STEPS; ++i) {
        const double resemblance = static_cast<double>(i) / THEORY_STEPS;
        theory.push_back({resemblance, method.candidate_probability(resemblance)});
    }
    std::array<Bin, BINS> bins;
    const std::size_t step = gold->pairs.size() / MOST_GOLD_PAIRS + 1;
    for (std::size_t i = 0; i < gold->pairs.size(); i += step) {
        const DocumentPair& pair = gold->pairs[i].pair;
        const std::optional<double> resemblance = method.resemblance(pair);
        if (!resemblance) continue;
        Bin& bin = bins[std::min(static_cast<std::size_t>(*resemblance * BINS), BINS - 1)];
        bin.sum += *resemblance;
        ++bin.pairs;
        bin.suggested += method.pairs->contains(pair) ? 1u : 0u;
    }
    Json measured = Json::array();
    for (const Bin& bin : bins) {
        if (bin.pairs == 0) continue;
        const ConfidenceInterval share = wilson_interval(bin.suggested, bin.pairs);
        measured.push_back(
            {bin.sum / static_cast<double>(bin.pairs), share.share, share.low, share.high});
    }
    return {{"theory", theory}, {"measured", measured}};
}

Json threshold_curve(const MethodResult& method, std::span<const DocumentPair> drawn,
                     std::span<const std::optional<double>> distances, const Gold* gold) {
    if (!method.similarity) return {};
    std::vector<Found> suggested;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        if (distances[i]) suggested.push_back({method.similarity(drawn[i]), *distances[i] < NEAR});
    }
    std::vector<Found> near;
    for (std::size_t i = 0; gold != nullptr && i < gold->pairs.size(); ++i) {
        const auto& [pair, distance] = gold->pairs[i];
        if (distance >= NEAR) continue;
        const bool found = method.pairs->contains(pair);
        near.push_back({found ? method.similarity(pair) : 0, found});
    }
    Json thresholds = Json::array();
    Json precision = Json::array();
    Json recall = Json::array();
    for (std::size_t i = 0; i <= THRESHOLD_STEPS; ++i) {
        const double threshold =
            method.threshold + (1 - method.threshold) * static_cast<double>(i) / THRESHOLD_STEPS;
        thresholds.push_back(threshold);
        precision.push_back(share_above(suggested, threshold, false));
        recall.push_back(share_above(near, threshold, true));
    }
    return {{"thresholds", thresholds}, {"precision_08", precision}, {"recall_08", recall}};
}

Json group_size_curve(const MethodResult& method) {
    const auto* const keyed = dynamic_cast<const KeyedPairs*>(method.pairs.get());
    const auto sizes = keyed != nullptr ? keyed->group_sizes() : std::nullopt;
    if (!sizes) return {};
    std::map<std::uint64_t, std::uint64_t> groups_of;
    for (const std::uint64_t size : *sizes)
        ++groups_of[size];
    Json curve = Json::array();
    std::uint64_t at_least = sizes->size();
    for (const auto& [size, groups] : groups_of) {
        curve.push_back({size, at_least});
        at_least -= groups;
    }
    return curve;
}

}  // namespace descry
