#include "tools/lab/measurement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/lab/base/child_process.h"
#include "tools/lab/base/confidence_interval.h"
#include "tools/lab/gold/judge.h"
#include "tools/lab/methods/keyed_pairs.h"
#include "tools/output/json_text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

// Six decimals: enough for shares of a million pairs, and the same on every machine.
Json number(std::optional<double> value) {
    return value ? Json(std::round(*value * 1e6) / 1e6) : Json();
}

std::string field(std::string_view name, std::string_view limit, std::string_view rest = "") {
    return std::string(name) + "_" + std::string(limit) + std::string(rest);
}

struct JudgedSample {
    std::vector<DocumentPair> pairs;
    std::vector<std::optional<double>> distances;
    DistanceCounts counts;
    bool is_all = false;
};

JudgedSample judge_sample(const SuggestedPairs& pairs, const EvaluationInput& input,
                          const MeasurementOptions& options) {
    JudgedSample sample;
    sample.pairs = pairs.sample(options.sample, options.seed);
    sample.distances = Judge(input.texts, input.work.threads, input.judge).distances(sample.pairs);
    sample.counts = count_distances(sample.distances);
    sample.is_all = pairs.count_is_exact() && pairs.count() == sample.counts.judged;
    return sample;
}

void add_shares(Json& row, std::string_view name, const DistanceCounts& counts) {
    for (std::size_t i = 0; i < LIMIT_NAMES.size(); ++i)
        row[field(name, LIMIT_NAMES[i])] = number(counts.share(i));
}

// Shares of all pairs are exact; those of a sample have intervals.
void add_intervals(Json& row, const JudgedSample& drawn) {
    for (std::size_t i = 0; i < LIMIT_NAMES.size(); ++i) {
        const std::optional<double> share = drawn.counts.share(i);
        const ConfidenceInterval interval =
            wilson_interval(drawn.counts.below[i], drawn.counts.judged);
        const bool is_known = drawn.is_all || !share;
        row[field("below", LIMIT_NAMES[i], "_low")] = number(is_known ? share : interval.low);
        row[field("below", LIMIT_NAMES[i], "_high")] = number(is_known ? share : interval.high);
    }
}

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

// Similarities of relevant pairs (suggested, or near), counted by threshold.
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

Json measure_here(const Method& method, const EvaluationInput& input,
                  const MeasurementOptions& options) {
    const ResourceUse before = resource_use();
    const MethodResult result = method.run(input);
    const ResourceUse after = resource_use();

    Json row = {{"method", method.name}};
    row["words"] = method.uses_words && input.words ? Json(*input.words) : Json();
    row["suggested_pairs"] = result.pairs->count();
    const JudgedSample drawn = judge_sample(*result.pairs, input, options);
    add_shares(row, "below", drawn.counts);
    std::vector<Recall> recalls(DISTANCE_LIMITS.size());
    for (std::size_t i = 0; options.gold != nullptr && i < recalls.size(); ++i)
        recalls[i] = measure_recall(*options.gold, *result.pairs, DISTANCE_LIMITS[i]);
    for (std::size_t i = 0; i < recalls.size(); ++i)
        row[field("recall", LIMIT_NAMES[i])] = number(recalls[i].by_pair);
    for (std::size_t i = 0; i < recalls.size(); ++i)
        row[field("recall", LIMIT_NAMES[i], "_by_document")] = number(recalls[i].by_document);
    row["seconds"] = number(after.seconds - before.seconds);
    row["cpu_seconds"] = number(after.cpu_seconds - before.cpu_seconds);
    row["prepare_cpu_seconds"] = number(options.prepare_cpu_seconds);
    row["peak_rss_mib"] = number(after.peak_rss_mib);
    row["bytes_per_doc"] = number(result.bytes_per_document);
    row["suggested_pairs_exact"] = result.pairs->count_is_exact();
    row["sampled_pairs"] = drawn.counts.judged;
    row["unjudged_pairs"] = drawn.counts.unjudged;
    // Every row has the same fields, for tab-separated output.
    DistanceCounts heads;
    if (result.member_heads) heads = judge_sample(*result.member_heads, input, options).counts;
    row["member_head_pairs"] = result.member_heads ? Json(result.member_heads->count()) : Json();
    add_shares(row, "member_head_below", heads);
    add_intervals(row, drawn);
    const auto& making = result.making_of_model;
    row["model_cpu_seconds"] = making ? Json(making->cpu_seconds) : Json();
    if (making && input.words && making->words < *input.words) row[CHOSEN_WORDS] = making->words;
    if (options.curves) {
        row["curves"] = {
            {"candidates", candidate_curve(result, options.gold)},
            {"thresholds", threshold_curve(result, drawn.pairs, drawn.distances, options.gold)},
            {"group_sizes", group_size_curve(result)}};
    }
    return row;
}

}  // namespace

Json measure_method(const Method& method, const EvaluationInput& input,
                    const MeasurementOptions& options) {
    return Json::parse(
        run_in_child([&] { return json_text(measure_here(method, input, options)); }));
}

}  // namespace descry
