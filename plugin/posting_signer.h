/** @file posting_signer.h
 *  @brief Signs all documents of a range of docids from the posting lists of the descriptive words.
 */
#ifndef DESCRY_PLUGIN_POSTING_SIGNER_H
#define DESCRY_PLUGIN_POSTING_SIGNER_H

#include <cstdint>
#include <span>
#include <vector>

#include <xapian.h>

#include <descry/descriptive_vector.h>
#include <descry/index_statistics.h>

namespace descry {

/// Signs ranges of docids; one per thread. Each document is signed as DescriptiveSigner::sign_terms
/// would sign it from its term list.
class PostingSigner {
  public:
    /// Docids in one call at most: their offsets fit 16 bits.
    static constexpr Xapian::doccount MAX_RANGE = 65536;

    /// @a model and @a lengths must outlive the signer.
    PostingSigner(Xapian::Database db, const Model& model, const BodyLengths& lengths);

    /// Signs docids [first, first + count). @pre count <= MAX_RANGE
    /// @param change when not null, is set to the sum, over the documents with a vector, of the
    ///        probability that a small change changes it
    /// @return by docid - first; docids without a document are unsigned
    /// Cost: the postings of the range, 100 million a second, and one jump a word.
    /// Memory: 6 bytes for each one (a word above its threshold) of the range.
    std::vector<DescriptiveSignatures> sign(Xapian::docid first, Xapian::doccount count,
                                            double* change = nullptr);

  private:
    struct One {
        std::uint16_t offset;  // docid - first
        std::uint16_t word;
    };

    double change_probability(std::span<const std::uint16_t> ones) const;

    Xapian::Database db_;
    const Model& model_;
    const BodyLengths& lengths_;
    DescriptiveSigner signer_;
    std::vector<One> found_;            // by word
    std::vector<std::uint16_t> ones_;   // by document
    std::vector<std::uint32_t> begin_;  // of each document's ones
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_POSTING_SIGNER_H
