/** @file model_preview.h
 *  @brief Effects of a model on an index, computed without writing anything.
 */
#ifndef DESCRY_INSPECTION_MODEL_PREVIEW_H
#define DESCRY_INSPECTION_MODEL_PREVIEW_H

#include <cstdint>
#include <string>
#include <vector>

#include <descry/model/model.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/stored_format.h>

namespace descry {

struct ModelCoverage {
    /// Documents of at least the model's minimum length; all figures are about these.
    std::uint64_t documents = 0;
    std::uint64_t with_descriptive = 0;
    std::uint64_t with_stable = 0;
    /// Set bits per document: 5th, 50th and 95th percentile (nearest rank). 0 without documents.
    std::uint32_t ones_p5 = 0;
    std::uint32_t ones_median = 0;
    std::uint32_t ones_p95 = 0;
    /// Probability that a small change alters a document's vector, by Ilyinsky et al.: 1 - product
    /// of (1 - flip rate) over its set bits; mean over documents with a vector.
    double mean_change_probability = 0;
};

/// Signs every document with @a model, from postings, and aggregates. Cost: an annotation without
/// writing. Memory: 4 bytes per docid and some 10 MB per thread.
ModelCoverage measure_coverage(const IndexCollection& index, const Model& model);

struct ModelDifference {
    /// Words only in the new model, only in the old one, and with different thresholds; ascending.
    std::vector<std::string> entering;
    std::vector<std::string> leaving;
    std::vector<std::string> moved;
};

ModelDifference compare_models(const Model& before, const Model& after);

/// Number of documents whose signatures change; gaining or losing one counts.
struct SignatureChanges {
    std::uint64_t documents = 0;
    std::uint64_t descriptive = 0;
    std::uint64_t stable = 0;
};

/// Signs every document with both models and counts the differences. Cost: twice
/// measure_coverage().
/// @pre both models have the same prefix of body terms and the same hash seed
SignatureChanges count_signature_changes(const IndexCollection& index, const Model& before,
                                         const Model& after);

struct GroupChanges {
    std::uint64_t groups_before = 0;
    std::uint64_t groups_after = 0;
    std::uint64_t grouped_before = 0;
    std::uint64_t grouped_after = 0;
    /// Documents that would share a group with other documents than now.
    std::uint64_t documents = 0;
};

/// Groups the index with @a after and compares the result with its current groups. Cost:
/// group_index() with all keys computed. Memory: the same, and 16 bytes per document.
GroupChanges count_group_changes(const IndexCollection& index, const Schema& schema,
                                 const Model& after);

}  // namespace descry

#endif  // DESCRY_INSPECTION_MODEL_PREVIEW_H
