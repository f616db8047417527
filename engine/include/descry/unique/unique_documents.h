/** @file unique_documents.h
 *  @brief Chooses which documents of a collection to keep: one of each group.
 */
#ifndef DESCRY_UNIQUE_UNIQUE_DOCUMENTS_H
#define DESCRY_UNIQUE_UNIQUE_DOCUMENTS_H

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <descry/collection/collection_groups.h>
#include <descry/training/training.h>

namespace descry {

struct UniqueOptions {
    /// How a model is trained if `model` is not set.
    TrainingOptions training;
    std::optional<Model> model;
    /// Whether UniqueDocuments::groups has exact distances of long texts as well.
    bool exact_distances = true;
    HeadOrder heads = HeadOrder::PREFERRED;
};

struct UniqueDocuments {
    Model model;
    /// With references: the groups of documents that are near none, and for each reference near
    /// some a group with these; other references are ungrouped.
    CollectionGroups groups;
    /// By number: the document kept instead, at `groups`' distance; 0 for kept documents.
    std::vector<DocumentNumber> kept_for;
};

/// Trains a model on the documents, as a rebuild would, groups them by it, and keeps the head of
/// each group. References are never dropped: documents near one are dropped for it, and the others
/// are grouped (find_near_references()).
/// @param ordered all documents, preferred heads first
/// @param references how many of the lowest numbers are references
/// @exception std::system_error no space in TMPDIR
/// @exception std::runtime_error the term lists of all documents cannot be kept (ForwardIndex)
/// Cost: reads the texts; train_model(), compute_keys() and group_collection(). Memory: that of the
/// collection's work, up to three quarters of it for data kept per document, and ForwardIndex's
/// terms; if the work has less than 170 bytes per document, a quarter of it and these, and 200
/// bytes for each document of the largest connected part.
UniqueDocuments find_unique(std::shared_ptr<const Collection> documents,
                            const std::vector<DocumentNumber>& ordered, DocumentNumber references,
                            const UniqueOptions& options);

}  // namespace descry

#endif  // DESCRY_UNIQUE_UNIQUE_DOCUMENTS_H
