/** @file similar.h
 *  @brief Finds the documents most similar to a document, or near a text outside the index.
 */
#ifndef DESCRY_INSPECTION_SIMILAR_H
#define DESCRY_INSPECTION_SIMILAR_H

#include <memory>
#include <vector>

#include <xapian.h>

#include <descry/distance/bag_distance.h>
#include <descry/model/model.h>
#include <descry/reading/open_index.h>
#include <descry/schema/stored_format.h>
#include <descry/texts/text_finder.h>

namespace descry {

struct SimilarDocument {
    Xapian::docid did = 0;
    /// By the rule that forms groups.
    DistanceMillionths distance = 0;
    /// Grouping would join the two if one were a head.
    bool near = false;
    /// Their words are in different order, by texts or positions.
    bool order_differs = false;
    /// They would be near if their words were in the same order.
    bool is_parted_by_order = false;
};

/// Documents that share a term band or the content hash with document @a did, near or not, in its
/// group or not; nearest first, ties by docid. If the model has no words (a small index), every
/// document that is long enough. Cost: a walk over the slot of term bands (20 million documents per
/// second), the term list of each document that shares a key, and for returned documents the term
/// list again, with some positions.
/// @param max_documents maximum number of results
/// @exception Xapian::DocNotFoundError
std::vector<SimilarDocument> find_similar(const Xapian::Database& db, const Schema& schema,
                                          const Model& model, Xapian::docid did,
                                          std::size_t max_documents);

/// Makes a finder that, for any number of texts, returns the documents of an index that are near
/// the text, hold it, or are inside it; document numbers are docids. The finder does not see later
/// writes; after the second commit Reader::find() throws Xapian::DatabaseModifiedError. Cost: a
/// walk over the keys, a second per million documents, and a sort of them.
/// @param model of the index
/// @exception Xapian::InvalidOperationError the index has no groups
TextFinder make_text_finder(const OpenIndex& index, std::shared_ptr<const Model> model,
                            const Work& work = {});

}  // namespace descry

#endif  // DESCRY_INSPECTION_SIMILAR_H
