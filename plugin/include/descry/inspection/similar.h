/** @file similar.h
 *  @brief The documents most like one, and those that a text which is not in the index is near to.
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

/// A document and how far it is from the one that was asked for.
struct SimilarDocument {
    Xapian::docid did = 0;
    /// As groups are made.
    DistanceMillionths distance = 0;
    /// A grouping would put one with the other, were it head.
    bool near = false;
    /// The words stand in another order, as texts or positions tell.
    bool order_differs = false;
    /// It would be near, did they not.
    bool is_parted_by_order = false;
};

/// The documents that share a term band or the whole bag with document @a did, nearest first, ties
/// by docid; near or not so near, whether in its group or not. Where the model has no words (the
/// index is small), every document that is long enough.
/// @param max_documents returned at most
/// @exception Xapian::DocNotFoundError
/// Cost: a walk over the slot of term bands (20 million documents a second), and the term list of
/// each document that shares a key; for those returned once more, with some positions.
std::vector<SimilarDocument> find_similar(const Xapian::Database& db, const Schema& schema,
                                          const Model& model, Xapian::docid did,
                                          std::size_t max_documents);

/// What answers, for any number of texts, which documents of an index they are near to, stand
/// inside of, and hold; numbers of documents are docids. What is written into the index afterwards
/// is not seen, and the second commit ends it: Xapian::DatabaseModifiedError of Reader::find().
/// @param model that of the index
/// @exception Xapian::InvalidOperationError the index has no groups
/// Cost: a walk over the keys, a second for a million documents, and a sort of them.
TextFinder make_text_finder(const OpenIndex& index, std::shared_ptr<const Model> model,
                            const Work& work = {});

}  // namespace descry

#endif  // DESCRY_INSPECTION_SIMILAR_H
