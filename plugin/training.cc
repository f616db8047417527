#include <cmath>
#include <memory>
#include <utility>

#include <descry/body_terms.h>
#include <descry/training.h>

#include "candidate_pairs.h"

namespace descry {

namespace {

// With fewer pairs than this rates are hardly learned: more thresholds to choose from make up for
// it.
constexpr std::uint64_t FEW_PAIRS = 100;
constexpr unsigned THRESHOLDS_FEW_PAIRS = 24;

// Above this many documents a key of 32 bits is shared by chance too often.
constexpr std::uint64_t NARROW_KEYS_UP_TO = 10'000'000;
constexpr std::uint32_t WIDE_KEY_BITS = 40;

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
    parameters.documents = collection.documents;
    parameters.occurrences = collection.occurrences;
    parameters.wanted_words = options.selection.grow ? 0 : options.selection.words;
    parameters.change_millionths = millionths(options.candidates.change);
    parameters.bands = options.bands;
    if (collection.documents > NARROW_KEYS_UP_TO) parameters.band_key_bits = WIDE_KEY_BITS;
    if (collection.documents > 0) {
        const double log = std::log2(static_cast<double>(collection.documents));
        parameters.band_information = Fixed24::from(8 + 2 * log);
        parameters.term_band_information = Fixed24::from(4 + 1.75 * log);
    }
    parameters.grouping = options.grouping;
    parameters.group_order = options.group_order;
    parameters.any_order = options.any_order;
    return parameters;
}

// The words of least flips that cover the documents, with the rates the thresholds have now.
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

// The set that finds the pairs to learn from: the paper's number of words.
Model choose_first_set(const WordsAndSample& statistics, const std::string& term_prefix,
                       const TrainingOptions& options) {
    SelectionLimits limits = options.selection;
    limits.grow = false;
    limits.words = SelectionLimits().words;
    ModelParameters parameters = parameters_of(statistics.collection, term_prefix, options);
    std::vector<ModelWord> words = choose_words(statistics, limits, parameters);
    return Model(std::move(parameters), std::move(words));
}

LearnedCounts learn(const ReadOptions& read, std::span<const VerifiedPair> pairs,
                    const WordsAndSample& statistics) {
    RateLearner learner(statistics.words);
    const Xapian::Database db = read.open();
    BodyTerms a(read.space);
    BodyTerms b(read.space);
    for (const VerifiedPair& pair : pairs) {
        a.read(db, pair.a);
        b.read(db, pair.b);
        learner.learn(a.terms(), b.terms(), pair.distance);
    }
    return learner.counts();
}

}  // namespace

Model choose_model(WordsAndSample& statistics, const LearnedCounts& learned,
                   const std::string& term_prefix, const TrainingOptions& options) {
    apply_learned_rates(learned, statistics.collection, statistics.words);
    ModelParameters parameters = parameters_of(statistics.collection, term_prefix, options);
    parameters.learned_pairs = learned.pairs;
    std::vector<ModelWord> words = choose_words(statistics, options.selection, parameters);
    return Model(std::move(parameters), std::move(words),
                 choose_stable_terms(statistics, learned, options.stable_terms));
}

Model train_model(const ReadOptions& read, const TrainingOptions& options, TrainingReport* report) {
    const std::uint32_t min_length = options.candidates.min_body_length;
    DocumentBags bags = read_document_bags(read);
    const CollectionStatistics collection = collection_statistics(bags.lengths, min_length);
    if (report != nullptr) *report = {collection, 0, 0, 0};
    if (collection.documents == 0 || collection.documents < options.min_documents) {
        // Says nothing of the documents, so that it stays the same while there are few.
        return Model(parameters_of({}, read.space.prefix(), options), {});
    }

    const std::vector<Xapian::docid> sample = sample_documents(bags, min_length);
    WordsAndSample statistics =
        read_words(read, bags.lengths, sample, collection, options.candidates);
    LearnedCounts learned;
    if (options.learn) {
        const Model first_set = choose_first_set(statistics, read.space.prefix(), options);
        const std::vector<VerifiedPair> pairs =
            find_near_duplicates(read, bags, first_set, options.memory);
        if (pairs.size() < FEW_PAIRS) {
            ThresholdLimits limits = options.candidates.limits;
            limits.candidates = THRESHOLDS_FEW_PAIRS;
            const ModelledFlips flips(options.candidates.change);
            for (WordStatistics& word : statistics.words) {
                word.thresholds = modelled_thresholds(word.histogram, collection, flips, limits);
            }
        }
        learned = learn(read, pairs, statistics);
    }
    if (report != nullptr) {
        *report = {collection, statistics.words.size(), sample.size(), learned.pairs};
    }
    return choose_model(statistics, learned, read.space.prefix(), options);
}

}  // namespace descry
