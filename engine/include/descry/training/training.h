/** @file training.h
 *  @brief Trains a model on a collection: the offline half of a rebuild.
 */
#ifndef DESCRY_TRAINING_TRAINING_H
#define DESCRY_TRAINING_TRAINING_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <descry/grouping/clustering_limits.h>
#include <descry/model/model.h>
#include <descry/model/selection_limits.h>
#include <descry/model/term_statistics.h>

namespace descry {

class CountedCollection;

/// AUTO: a model has keys of characters (ModelParameters::character_rows) if they pay.
enum class CharacterKeyChoice { AUTO, ON, OFF };

/// How a model is trained. The defaults, which all commands use, were measured.
struct TrainingOptions {
    CandidateOptions candidates;
    /// As many words as needed, unless `grow` is false.
    SelectionLimits selection = {.grow = true};
    StableTermLimits stable_terms;
    std::uint64_t hash_seed = DEFAULT_HASH_SEED;
    std::string analyzer;
    /// With fewer documents of min_body_length terms the model has no words.
    std::uint64_t min_documents = 2000;
    /// Documents of the collection that the model is for, if it is trained on the statistics of a
    /// sample: determines how long keys are and from how many words they are drawn.
    std::optional<std::uint64_t> documents;
    /// Learn flip rates from near-duplicates; else model them (Ilyinsky et al.).
    bool learn = true;
    std::uint32_t bands = 8;
    std::uint32_t min_short_length = 8;
    /// Largest distance of a member from its head (ClusteringLimits::distance); near_limit()
    /// derives that of the first level.
    DistanceMillionths distance = ClusteringLimits().distance;
    bool two_level = true;
    std::string group_order = "first";
    bool any_order = false;
    KeepApart keep_apart;
    /// ModelParameters::contained, 0 to 1.
    double contained = 0;
    /// AUTO: on if words miss, because of noise within words, more than 15 of 1,000 documents that
    /// have a near one (docs/method.md), and for a distance above 0.2; never with any_order.
    CharacterKeyChoice character_keys = CharacterKeyChoice::AUTO;
};

/// Options for a model that compares documents as @a former does, of any words.
TrainingOptions training_like(const Model& former);

struct TrainingReport {
    CollectionStatistics collection;
    std::size_t candidate_words = 0;
    std::size_t sampled_documents = 0;
    std::uint64_t learned_pairs = 0;
};

/// Trains the model of a collection: chooses descriptive words and thresholds with modelled flip
/// rates, finds near-duplicates with them, learns from these which words flip, and chooses again.
/// Then tries whether keys of characters find what words miss. The same documents give the same
/// bytes with any number of threads.
/// @param report filled in unless null
/// @return a model without words if fewer than min_documents documents are long enough
/// Cost: 100,000 documents take some seconds on one core. Reads all body postings once for lengths
/// and content hashes, those of frequent enough terms again, the term lists of the learned pairs,
/// and the beginnings of 16,384 texts and more. Memory: 20 bytes per docid, the words, and half of
/// the collection's work.
Model train_model(const CountedCollection& collection, const TrainingOptions& options,
                  TrainingReport* report = nullptr);

}  // namespace descry

#endif  // DESCRY_TRAINING_TRAINING_H
