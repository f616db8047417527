/** @file posting_signer.h
 *  @brief Signs all documents of a range of docids from the posting lists of the descriptive words.
 */
#ifndef DESCRY_READING_POSTING_SIGNER_H
#define DESCRY_READING_POSTING_SIGNER_H

#include <cstdint>
#include <vector>

#include <xapian.h>

#include <descry/reading/index_collection.h>

#include "engine/keys/descriptive_vector.h"

namespace descry {

/// Signs ranges of docids; one per thread. Each document is signed as DescriptiveSigner::sign_terms
/// would sign it from its term list.
class PostingSigner {
  public:
    /// Docids in one call at most: bounds the memory.
    static constexpr Xapian::doccount MAX_RANGE = 131072;

    /// @a model and @a lengths must outlive the signer.
    PostingSigner(Xapian::Database db, const Model& model, const BodyLengths& lengths);

    /// Signs docids [first, first + count). @pre count <= MAX_RANGE
    /// @param change when not null, is set to the sum, over the documents with a vector, of the
    ///        probability that a small change changes it
    /// @return by docid - first; docids without a document are unsigned
    /// Cost: the postings of the range, 100 million a second, and one jump a word.
    /// Memory: 72 bytes a docid of the range.
    std::vector<DescriptiveSignatures> sign(Xapian::docid first, Xapian::doccount count,
                                            double* change = nullptr);

  private:
    Xapian::Database db_;
    const Model& model_;
    const BodyLengths& lengths_;
    DescriptiveSigner signer_;
    std::vector<VectorState> states_;  // by docid - first
    std::vector<double> unchanged_;    // by docid - first, where asked for
};

}  // namespace descry

#endif  // DESCRY_READING_POSTING_SIGNER_H
