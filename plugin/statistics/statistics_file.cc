#include <algorithm>
#include <utility>

#include <descry/statistics/statistics_file.h>

#include "engine/mechanics/parallel.h"
#include "engine/model/flip_rates.h"
#include "engine/model/word_statistics.h"
#include "engine/training/training_steps.h"
#include "plugin/statistics/statistics_reader.h"

namespace descry {

namespace {

constexpr std::size_t WORDS_A_PIECE = 64;

void model_thresholds(WordsAndSample& statistics, const CandidateOptions& candidates,
                      unsigned threads) {
    std::vector<WordStatistics>& words = statistics.words;
    const ModelledFlips flips(candidates.change);
    parallel_each(threads, words.size(), WORDS_A_PIECE, [&] {
        return [&](std::size_t i) {
            words[i].thresholds = modelled_thresholds(words[i].histogram, statistics.collection,
                                                      flips, candidates.limits);
        };
    });
}

WordsAndSample read_statistics(StatisticsReader& reader, const CandidateOptions& candidates) {
    WordsAndSample statistics;
    statistics.collection = reader.header().collection;
    for (const SampledDocument& document : reader.sample())
        statistics.sample_lengths.push_back(document.body_length);
    WordStatistics word;
    while (reader.next(word)) {
        const std::uint64_t documents = word.histogram.documents();
        if (documents < candidates.limits.min_documents) continue;
        statistics.frequencies.push_back({word.term, documents});
        if (is_candidate_word(documents, statistics.collection.documents, candidates.limits)) {
            statistics.words.push_back(std::move(word));
            word = WordStatistics();
        }
    }
    return statistics;
}

LearnedFlips read_learned(StatisticsReader& reader, const std::vector<WordStatistics>& words) {
    LearnedFlips learned;
    learned.counts.pairs = reader.header().learned->pairs;
    learned.counts.words.resize(words.size());
    if (learned.counts.pairs < FEW_PAIRS) learned.finer.resize(words.size());
    LearnedTerm record;
    auto word = words.begin();
    while (reader.next(record)) {
        learned.counts.presence.emplace(record.term, record.presence);
        if (record.thresholds.empty() && record.finer.empty()) continue;
        word = std::ranges::lower_bound(word, words.end(), record.term, {}, &WordStatistics::term);
        const bool fits =
            word != words.end() && word->term == record.term &&
            (record.thresholds.empty() || record.thresholds.size() == word->thresholds.size());
        if (!fits) reader.reject("the learned counts are about other words");
        const auto i = static_cast<std::size_t>(word - words.begin());
        learned.counts.words[i] = std::move(record.thresholds);
        if (!learned.finer.empty()) learned.finer[i] = std::move(record.finer);
    }
    return learned;
}

}  // namespace

bool is_statistics(std::istream& file) {
    std::string beginning(STATISTICS_MAGIC.size(), '\0');
    return file.read(beginning.data(), static_cast<std::streamsize>(beginning.size())) &&
           beginning == STATISTICS_MAGIC;
}

LoadedStatistics load_statistics(const std::string& path, CandidateOptions candidates,
                                 unsigned threads) {
    StatisticsReader reader(path);
    const StatisticsHeader& header = reader.header();
    if (!header.has_statistics) {
        reader.fail(
            "the file holds only learned counts; merge it with their statistics (descry stats "
            "merge)");
    }
    LoadedStatistics loaded;
    loaded.origin = header.origin;
    candidates.min_body_length = header.origin.min_body_length;
    loaded.statistics = read_statistics(reader, candidates);
    loaded.id = reader.statistics_id();
    if (header.learned && header.learned->statistics_id != loaded.id) {
        reader.reject("the learned counts belong to other statistics");
    }
    model_thresholds(loaded.statistics, candidates, threads);
    if (header.learned) loaded.learned = read_learned(reader, loaded.statistics.words);
    reader.finish();
    return loaded;
}

}  // namespace descry
