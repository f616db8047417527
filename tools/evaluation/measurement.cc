#include "evaluation/measurement.h"

#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

#include <descry/model/confidence_interval.h>

#include "evaluation/base/child_process.h"
#include "evaluation/gold/judge.h"
#include "evaluation/pair_curves.h"
#include "output/json_text.h"

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

// Pairs of a method, and how far apart they are.
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
    sample.distances = Judge(input.texts, input.threads).distances(sample.pairs);
    sample.counts = count_distances(sample.distances);
    sample.is_all = pairs.count_is_exact() && pairs.count() == sample.counts.judged;
    return sample;
}

void add_shares(Json& row, std::string_view name, const DistanceCounts& counts) {
    for (std::size_t i = 0; i < LIMIT_NAMES.size(); ++i)
        row[field(name, LIMIT_NAMES[i])] = number(counts.share(i));
}

// Of all pairs a share is known; of a sample it lies between.
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
    row["model_cpu_seconds"] = number(result.model_cpu_seconds);
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
