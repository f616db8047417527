/** @file training.h
 *  @brief Making a model from an index: the offline half of a rebuild.
 */
#ifndef DESCRY_TRAINING_H
#define DESCRY_TRAINING_H

#include <cstdint>
#include <optional>
#include <string>

#include <descry/index_statistics.h>
#include <descry/model.h>

namespace descry {

/// What a model is made with. The defaults are the measured ones.
struct TrainingOptions {
    CandidateOptions candidates;
    SelectionLimits selection;
    std::uint64_t hash_seed = DEFAULT_HASH_SEED;
    /// Recorded in the model (ModelParameters::analyzer).
    std::string analyzer;
    /// No model is made from fewer documents of min_body_length terms.
    std::uint64_t min_documents = 500;
};

/// What training saw, whether or not it made a model.
struct TrainingReport {
    CollectionStatistics collection;
    std::size_t candidate_words = 0;
    std::size_t sampled_documents = 0;
};

/// Chooses the descriptive words of an index and their thresholds.
///
/// Deterministic: the same documents give the same bytes with any number of threads. Reads all body
/// postings once for lengths and bags, and those of possible words once more.
/// @param report filled in when not null
/// @return nullopt when the index has fewer than min_documents long enough documents, or no word
///         that helps
/// Cost: 100,000 documents take some seconds of one core. Memory: 15 bytes a docid, and the words.
std::optional<Model> train_model(const ReadOptions& read, const TrainingOptions& options,
                                 TrainingReport* report = nullptr);

}  // namespace descry

#endif  // DESCRY_TRAINING_H
