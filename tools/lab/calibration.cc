#include "tools/lab/calibration.h"

#include <string>

#include <nlohmann/json.hpp>

#include "tools/lab/base/confidence_interval.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const ConfidenceInterval& proportion) {
    return {{"share", rounded(proportion.share)},
            {"low", rounded(proportion.low)},
            {"high", rounded(proportion.high)}};
}

// found of (found + missed), with shares of two different wholes.
double recall_of(double found_share, double found_of, double missed_share, double missed_of) {
    const double found = found_share * found_of;
    return found / (found + missed_share * missed_of);
}

}  // namespace

Json calibrate(const MethodResult& method, const SuggestedPairs& candidates, const Judge& judge,
               std::size_t sample, std::uint64_t seed) {
    const auto count = [&](const SuggestedPairs& pairs) {
        return count_distances(judge.distances(pairs.sample(sample, seed)));
    };
    const DistanceCounts grouped = count(*method.pairs);
    const DistanceCounts shown = method.member_heads ? count(*method.member_heads) : grouped;

    // Near misses: sampled candidates that are not grouped.
    const std::vector<DocumentPair> drawn = candidates.sample(sample, seed);
    std::vector<DocumentPair> beside;
    for (const DocumentPair& pair : drawn) {
        if (!method.pairs->contains(pair)) beside.push_back(pair);
    }
    const DistanceCounts missed = count_distances(judge.distances(beside));
    const std::uint64_t drawn_judged = drawn.size() - missed.unjudged;

    Json calibration = {{"pairs", shown.judged}, {"near_misses", missed.judged}};
    for (std::size_t i = 0; i < DISTANCE_LIMITS.size(); ++i) {
        const std::string name = "below_" + std::string(LIMIT_NAMES[i]);
        calibration["precision"][name] = to_json(wilson_interval(shown.below[i], shown.judged));
        const ConfidenceInterval has = wilson_interval(grouped.below[i], grouped.judged);
        const ConfidenceInterval lacks = wilson_interval(missed.below[i], drawn_judged);
        const auto found_of = static_cast<double>(method.pairs->count());
        const auto missed_of = static_cast<double>(candidates.count());
        if (grouped.below[i] + missed.below[i] == 0) {
            calibration["recall"][name] = nullptr;
            continue;
        }
        calibration["recall"][name] =
            to_json({recall_of(has.share, found_of, lacks.share, missed_of),
                     recall_of(has.low, found_of, lacks.high, missed_of),
                     recall_of(has.high, found_of, lacks.low, missed_of)});
    }
    return calibration;
}

}  // namespace descry
