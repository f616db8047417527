#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include <descry/mechanics/work.h>
#include <descry/training/training.h>

#include "engine/keys/word_keys.h"
#include "engine/mechanics/free_memory.h"
#include "engine/model/descriptive_set.h"
#include "engine/model/flip_rates.h"
#include "engine/model/rate_learner.h"
#include "engine/training/candidate_pairs.h"
#include "engine/training/training_steps.h"

namespace descry {

namespace {

constexpr unsigned THRESHOLDS_FEW_PAIRS = 24;

// With more documents, too many share a key of 32 bits by chance.
constexpr std::uint64_t NARROW_KEYS_UP_TO = 10'000'000;
constexpr std::uint32_t WIDE_KEY_BITS = 40;

// Short documents share few words by chance in a small collection: beyond it, their keys have one
// more word for each tenfold size.
constexpr std::uint64_t LEAST_SHORT_ROWS_UP_TO = 200'000;

std::uint32_t short_rows_for(std::uint64_t documents) {
    std::uint32_t rows = ModelParameters().short_rows;
    for (; documents > LEAST_SHORT_ROWS_UP_TO && rows < MAX_SHORT_ROWS; documents /= 10)
        ++rows;
    return rows;
}

std::uint32_t millionths(double value) {
    return static_cast<std::uint32_t>(std::lround(value * 1e6));
}

ModelParameters parameters_of(const CollectionStatistics& collection,
                              const std::string& term_prefix, const TrainingOptions& options) {
    ModelParameters parameters;
    parameters.analyzer = options.analyzer;
    parameters.term_prefix = term_prefix;
    parameters.hash_seed = options.hash_seed;
    parameters.min_body_length = options.candidates.min_body_length;
    const std::uint64_t documents = options.documents.value_or(collection.documents);
    parameters.documents = documents;
    parameters.occurrences = collection.occurrences;
    parameters.wanted_words = options.selection.grow ? 0 : options.selection.words;
    parameters.change_millionths = millionths(options.candidates.change);
    parameters.bands = options.bands;
    if (documents > NARROW_KEYS_UP_TO) parameters.band_key_bits = WIDE_KEY_BITS;
    if (documents > 0) {
        const double log = std::log2(static_cast<double>(documents));
        parameters.band_information = Fixed24::from(8 + 2 * log);
        parameters.term_band_information = Fixed24::from(4 + 1.75 * log);
    }
    if (options.distance > MAX_DISTANCE) throw std::invalid_argument(REASON_TOO_FAR);
    parameters.grouping.distance = options.distance;
    parameters.grouping.near = options.two_level ? near_limit(options.distance) : 0;
    parameters.group_order = options.group_order;
    parameters.any_order = options.any_order;
    parameters.keep_apart = options.keep_apart;
    parameters.contained = millionths(options.contained);
    parameters.min_short_length = options.min_short_length;
    parameters.short_rows = short_rows_for(documents);
    parameters.character_rows = character_rows_without_texts(parameters, options.character_keys);
    return parameters;
}

// The words of least flips that cover the documents, with the thresholds' current rates.
std::vector<ModelWord> choose_words(const WordsAndSample& statistics, const SelectionLimits& limits,
                                    ModelParameters& parameters) {
    const std::vector<CandidateWord> candidates = candidate_words(statistics);
    const DescriptiveSet selected = select_descriptive_set(
        candidates, statistics.sample_lengths.size(), statistics.collection.documents, limits);
    parameters.flip_weight_millionths = millionths(selected.flip_weight);
    std::vector<ModelWord> words;
    for (const std::size_t i : selected.words) {
        const auto& [term, threshold, sample_above] = candidates[i];
        words.push_back(
            {term, threshold.frequency, threshold.flip_rate,
             word_information(threshold.documents_above, statistics.collection.documents)});
    }
    return words;
}

// The set that finds the pairs to learn from: the paper's number of words, the usual bands.
Model choose_first_set(const WordsAndSample& statistics, const std::string& term_prefix,
                       const TrainingOptions& options) {
    SelectionLimits limits = options.selection;
    limits.grow = false;
    limits.words = SelectionLimits().words;
    ModelParameters parameters = parameters_of(statistics.collection, term_prefix, options);
    parameters.bands = TrainingOptions().bands;
    std::vector<ModelWord> words = choose_words(statistics, limits, parameters);
    return Model(std::move(parameters), std::move(words));
}

ThresholdLimits finer_limits(const TrainingOptions& options) {
    ThresholdLimits limits = options.candidates.limits;
    limits.candidates = THRESHOLDS_FEW_PAIRS;
    return limits;
}

LearnedCounts learn(const Collection& collection, std::span<const VerifiedPair> pairs,
                    std::span<const WordStatistics> words) {
    RateLearner learner(words);
    const auto a = collection.reader();
    const auto b = collection.reader();
    DocumentNumber last = 0;
    for (const VerifiedPair& pair : pairs) {
        check_stop();
        // Pairs of one bucket have their first document in common.
        if (pair.a != last) a->read(pair.a);
        last = pair.a;
        b->read(pair.b);
        learner.learn(a->terms(), a->hashes(), b->terms(), b->hashes(), pair.distance);
    }
    return learner.counts();
}

bool is_too_small(const CollectionStatistics& collection, const TrainingOptions& options) {
    return collection.documents == 0 || collection.documents < options.min_documents;
}

// Independent of the documents, so that it does not change while there are few.
Model model_without_words(const std::string& term_prefix, const TrainingOptions& options) {
    return Model(parameters_of({}, term_prefix, options), {});
}

Model with_character_rows(const Model& model, std::uint32_t rows) {
    ModelParameters parameters = model.parameters();
    parameters.character_rows = rows;
    return Model(std::move(parameters), model.words(), model.stable_terms());
}

// The model by words alone.
Model train_words(const CountedCollection& collection, const DocumentContents& contents,
                  const TrainingOptions& options, TrainingReport* report) {
    const std::uint32_t min_length = options.candidates.min_body_length;
    const CollectionStatistics counted = collection_statistics(contents.lengths, min_length);
    if (report != nullptr) *report = {counted, 0, 0, 0};
    if (is_too_small(counted, options)) {
        return model_without_words(collection.term_prefix(), options);
    }
    const std::vector<DocumentNumber> sample = sample_documents(contents, min_length);
    WordsAndSample statistics =
        collection.count_words(contents.lengths, sample, counted, options.candidates);
    return_free_memory();
    std::optional<LearnedFlips> learned;
    if (options.learn) learned = learn_flips(collection, contents, statistics, options);
    if (report != nullptr) {
        *report = {counted, statistics.words.size(), sample.size(),
                   learned ? learned->counts.pairs : 0};
    }
    return choose_model(statistics, std::move(learned), collection.term_prefix(), options);
}

}  // namespace

TrainingOptions training_like(const Model& former) {
    const ModelParameters& parameters = former.parameters();
    TrainingOptions options;
    options.analyzer = parameters.analyzer;
    options.bands = parameters.bands;
    options.distance = parameters.grouping.distance;
    options.two_level = parameters.grouping.near > 0;
    options.group_order = parameters.group_order;
    options.any_order = parameters.any_order;
    options.keep_apart = parameters.keep_apart;
    options.contained = parameters.contained / static_cast<double>(WHOLE_DISTANCE);
    return options;
}

LearnedFlips learn_flips(const CountedCollection& collection, const DocumentContents& contents,
                         const WordsAndSample& statistics, const TrainingOptions& options) {
    const Model first_set = choose_first_set(statistics, collection.term_prefix(), options);
    const std::vector<VerifiedPair> pairs = find_near_duplicates(collection, contents, first_set);
    LearnedFlips learned{learn(collection, pairs, statistics.words), {}};
    if (pairs.size() < FEW_PAIRS) {
        const ThresholdLimits limits = finer_limits(options);
        std::vector<WordStatistics> finer;
        for (const WordStatistics& word : statistics.words) {
            finer.push_back({word.term,
                             {},
                             {},
                             candidate_thresholds(word.histogram, statistics.collection, limits)});
        }
        learned.finer = learn(collection, pairs, finer).words;
    }
    return learned;
}

Model choose_model(WordsAndSample& statistics, std::optional<LearnedFlips> learned,
                   const std::string& term_prefix, const TrainingOptions& options) {
    const CollectionStatistics& collection = statistics.collection;
    if (is_too_small(collection, options)) return model_without_words(term_prefix, options);
    LearnedCounts counts;
    if (learned) {
        counts = std::move(learned->counts);
        if (counts.pairs < FEW_PAIRS) {
            counts.words = std::move(learned->finer);
            const ThresholdLimits limits = finer_limits(options);
            const ModelledFlips flips(options.candidates.change);
            for (WordStatistics& word : statistics.words) {
                word.thresholds = modelled_thresholds(word.histogram, collection, flips, limits);
            }
        }
        counts.words.resize(statistics.words.size());
        for (std::size_t i = 0; i < counts.words.size(); ++i) {
            if (counts.words[i].empty()) {
                counts.words[i].resize(statistics.words[i].thresholds.size());
            }
        }
    }
    apply_learned_rates(counts, collection, statistics.words);
    ModelParameters parameters = parameters_of(collection, term_prefix, options);
    parameters.learned_pairs = counts.pairs;
    std::vector<ModelWord> words = choose_words(statistics, options.selection, parameters);
    return Model(std::move(parameters), std::move(words),
                 choose_stable_terms(statistics, counts, options.stable_terms));
}

Model train_model(const CountedCollection& collection, const TrainingOptions& options,
                  TrainingReport* report) {
    TrainingOptions of_words = options;
    of_words.character_keys = CharacterKeyChoice::OFF;
    const std::shared_ptr<const DocumentContents> contents = collection.contents();
    const Model model = train_words(collection, *contents, of_words, report);
    const std::uint32_t rows =
        character_rows_for(collection, *contents, model, options.character_keys);
    return rows == 0 ? model : with_character_rows(model, rows);
}

}  // namespace descry
