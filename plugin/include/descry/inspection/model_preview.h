/** @file model_preview.h
 *  @brief What a model does to an index, told before anything is written.
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

/// What the documents of an index look like under one model.
struct ModelCoverage {
    /// Documents of at least the model's minimum length: all figures are about these.
    std::uint64_t documents = 0;
    std::uint64_t with_descriptive = 0;
    std::uint64_t with_stable = 0;
    /// Ones per document: the 5th, 50th and 95th percentile (nearest rank). 0 without documents.
    std::uint32_t ones_p5 = 0;
    std::uint32_t ones_median = 0;
    std::uint32_t ones_p95 = 0;
    /// Ilyinsky et al.'s formula, 1 - product of (1 - flip rate) over a document's ones: the
    /// probability that a small change changes its vector; mean over documents with a vector.
    double mean_change_probability = 0;
};

/// Signs every document with @a model, from postings, and sums up. Cost: as an annotation without
/// the writing. Memory: 4 bytes a docid and some 10 MB a thread.
ModelCoverage measure_coverage(const IndexCollection& index, const Model& model);

/// What would change when one model took the place of another.
struct ModelDifference {
    /// Words of the new model only, of the old one only, and of both with another threshold;
    /// ascending.
    std::vector<std::string> entering;
    std::vector<std::string> leaving;
    std::vector<std::string> moved;
};

/// Compares words and thresholds.
ModelDifference compare_models(const Model& before, const Model& after);

/// How many documents would have other signatures. A document that gains or loses one counts.
struct SignatureChanges {
    std::uint64_t documents = 0;
    std::uint64_t descriptive = 0;
    std::uint64_t stable = 0;
};

/// Signs every document with both models and counts the differences. Cost: twice
/// measure_coverage(). @pre both models have the same prefix of body terms and the same hash seed
SignatureChanges count_signature_changes(const IndexCollection& index, const Model& before,
                                         const Model& after);

/// What would become of the groups.
struct GroupChanges {
    std::uint64_t groups_before = 0;
    std::uint64_t groups_after = 0;
    std::uint64_t grouped_before = 0;
    std::uint64_t grouped_after = 0;
    /// Documents that would be together with others than now.
    std::uint64_t documents = 0;
};

/// Groups the index with @a after and compares with the groups it has. Cost: group_index() with
/// keys computed anew. Memory: as that, and 16 bytes a document.
GroupChanges count_group_changes(const IndexCollection& index, const Schema& schema,
                                 const Model& after);

}  // namespace descry

#endif  // DESCRY_INSPECTION_MODEL_PREVIEW_H
