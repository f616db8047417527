/** @file training.h
 *  @brief Making a model of a collection: the offline half of a rebuild.
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

/// Whether a model has keys of characters (ModelParameters::character_rows): where they pay,
/// always, or never.
enum class CharacterKeyChoice { AUTO, ON, OFF };

/// What a model is made with. The defaults are the measured ones, those of all commands.
struct TrainingOptions {
    CandidateOptions candidates;
    /// As many words as are needed, unless `grow` is false.
    SelectionLimits selection = {.grow = true};
    StableTermLimits stable_terms;
    std::uint64_t hash_seed = DEFAULT_HASH_SEED;
    /// Recorded in the model (ModelParameters::analyzer).
    std::string analyzer;
    /// Below this many documents of min_body_length terms no words are chosen: the model only says
    /// how documents, all of them, are compared.
    std::uint64_t min_documents = 2000;
    /// Documents of the collection that the model is for, where it is made from the statistics of a
    /// sample: how long keys are, and how many words they are drawn from, depends on it.
    std::optional<std::uint64_t> documents;
    /// Learn flip rates from near-duplicates; else they are modelled (the method of Ilyinsky et
    /// al.).
    bool learn = true;
    /// Band keys of a document.
    std::uint32_t bands = 8;
    /// ModelParameters::min_short_length.
    std::uint32_t min_short_length = 8;
    /// How far members of a group may be from its head (ClusteringLimits::distance); the limit of
    /// the first level follows from it (near_limit()).
    DistanceMillionths distance = ClusteringLimits().distance;
    /// Documents that are almost equal are grouped first; else there is one level.
    bool two_level = true;
    std::string group_order = "first";
    bool any_order = false;
    KeepApart keep_apart;
    /// ModelParameters::contained, 0 to 1.
    double contained = 0;
    /// AUTO: where more than 15 of 1,000 documents that have a near one are missed by words because
    /// of noise within words
    /// (docs/method.md), and for a distance above 0.2; never where any_order is.
    CharacterKeyChoice character_keys = CharacterKeyChoice::AUTO;
};

/// What makes a model that compares documents as @a former does, of whatever words.
TrainingOptions training_like(const Model& former);

/// What training saw.
struct TrainingReport {
    CollectionStatistics collection;
    std::size_t candidate_words = 0;
    std::size_t sampled_documents = 0;
    std::uint64_t learned_pairs = 0;
};

/// Makes the model of a collection: chooses its descriptive words and thresholds with modelled flip
/// rates, finds near-duplicates with them, learns from these which words flip, and chooses again.
/// Then it tries whether characters find what words miss.
///
/// Deterministic: the same documents give the same bytes with any number of threads.
/// @param report filled in when not null
/// @return a model without words when the collection has fewer than min_documents long enough
/// documents Cost: 100,000 documents take some seconds of one core: all body postings once for
/// lengths and content hashes, those of frequent enough terms once more, the term lists of the
/// pairs learned from, and the beginnings of 16,384 texts and more. Memory: 20 bytes a docid, the
/// words, and half of the collection's work.
Model train_model(const CountedCollection& collection, const TrainingOptions& options,
                  TrainingReport* report = nullptr);

}  // namespace descry

#endif  // DESCRY_TRAINING_TRAINING_H
