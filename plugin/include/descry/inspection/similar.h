/** @file similar.h
 *  @brief The documents most like one.
 */
#ifndef DESCRY_INSPECTION_SIMILAR_H
#define DESCRY_INSPECTION_SIMILAR_H

#include <vector>

#include <xapian.h>

#include <descry/distance/bag_distance.h>
#include <descry/model/model.h>
#include <descry/schema/stored_format.h>

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

}  // namespace descry

#endif  // DESCRY_INSPECTION_SIMILAR_H
