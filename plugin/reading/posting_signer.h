/** @file posting_signer.h
 *  @brief Signs all documents of a docid range from the posting lists of the descriptive words.
 */
#ifndef DESCRY_READING_POSTING_SIGNER_H
#define DESCRY_READING_POSTING_SIGNER_H

#include <cstdint>
#include <vector>

#include <xapian.h>

#include <descry/reading/index_collection.h>

#include "engine/keys/descriptive_vector.h"

namespace descry {

/// Signs docid ranges as DescriptiveSigner::sign_terms would; one per thread.
class PostingSigner {
  public:
    /// Maximum docids per call: bounds the memory.
    static constexpr Xapian::doccount MAX_RANGE = 131072;

    /// @a model and @a lengths must outlive this object.
    PostingSigner(Xapian::Database db, const Model& model, const BodyLengths& lengths);

    /// Signs docids [first, first + count). Cost: the postings of the range, 100 million per
    /// second, and one jump per word. Memory: 72 bytes per docid of the range. @pre count <=
    /// MAX_RANGE
    /// @param change if not null, receives the sum, over documents with a vector, of the
    ///        probability that a small change alters it
    /// @return by docid - first; docids without a document are unsigned
    std::vector<DescriptiveSignatures> sign(Xapian::docid first, Xapian::doccount count,
                                            double* change = nullptr);

  private:
    Xapian::Database db_;
    const Model& model_;
    const BodyLengths& lengths_;
    DescriptiveSigner signer_;
    std::vector<VectorState> states_;  // by docid - first
    std::vector<double> unchanged_;    // by docid - first, if requested
};

}  // namespace descry

#endif  // DESCRY_READING_POSTING_SIGNER_H
