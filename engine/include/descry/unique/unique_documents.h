/** @file unique_documents.h
 *  @brief Which documents of a collection stay when near-duplicates are left out.
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

/// How near-duplicates are found.
struct UniqueOptions {
    /// How a model is made of the documents, where there is none.
    TrainingOptions training;
    std::optional<Model> model;
    /// Whether UniqueDocuments::groups tells how far apart documents are exactly; else, of long
    /// texts, what was enough to group them.
    bool exact_distances = true;
    /// Which document of a group stays, by the order in which they come.
    HeadOrder heads = HeadOrder::PREFERRED;
};

/// The groups of a collection, and what stays of each.
struct UniqueDocuments {
    Model model;
    /// Where there are references: the groups of documents that are near none, and for each
    /// reference that some are near a group with these; others are in none.
    CollectionGroups groups;
    /// By number: the document that stays in its place, from which it is as far as `groups` says; 0
    /// for those that stay.
    std::vector<DocumentNumber> kept_for;
};

/// Makes a model of the documents, as a rebuild of an index of them would, groups them by it, and
/// keeps the head of each group.
///
/// Where some are references, which are never left out, documents near one of these go, and the
/// others are grouped (find_near_references()).
/// @param ordered all documents, in the order in which they are preferred as heads
/// @param references so many documents, those of the least numbers
/// @exception std::system_error no room in TMPDIR
/// @exception std::runtime_error the term lists of all documents cannot be kept (ForwardIndex)
/// Cost: a reading of the texts, those of train_model(), compute_keys() and group_collection().
/// Memory: that of the collection's work, of which what is kept of each document takes up to three
/// quarters, and ForwardIndex's terms; where it is less than 170 bytes a document,
/// a quarter of it and these, and 200 bytes for each document of the largest connected part.
UniqueDocuments find_unique(std::shared_ptr<const Collection> documents,
                            const std::vector<DocumentNumber>& ordered, DocumentNumber references,
                            const UniqueOptions& options);

}  // namespace descry

#endif  // DESCRY_UNIQUE_UNIQUE_DOCUMENTS_H
