/** @file contents.h
 *  @brief Body lengths of a collection's documents, and which have the same content.
 */
#ifndef DESCRY_COLLECTION_CONTENTS_H
#define DESCRY_COLLECTION_CONTENTS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <descry/model/term_statistics.h>

namespace descry {

/// A document of a collection, from 1 on; not every number has a document.
using DocumentNumber = std::uint32_t;

/// Body lengths by document; 0 for documents without body terms and for numbers without a document.
using BodyLengths = std::vector<std::uint32_t>;

/// Hashes of the documents' contents: equal bags of words have equal hashes, whatever program
/// indexed them and in whatever order they are read.
struct DocumentContents {
    BodyLengths lengths;
    /// The sum, modulo 2^64, of content_hash_part() of each (term, wdf): being additive, it can be
    /// computed from posting lists without opening a term list.
    std::vector<std::uint64_t> hashes;
};

/// The hash of one (term, wdf).
/// @param term_hash hash64(term)
std::uint64_t content_hash_part(std::uint64_t term_hash, std::uint32_t wdf);

/// The content hash of a document whose word order is known and matters. Never 0.
/// @param of_bag DocumentContents::hashes
/// @param of_sequence SequenceKeys::hash
std::uint64_t content_hash_in_order(std::uint64_t of_bag, std::uint64_t of_sequence);

/// The content hash of a document whose fields matter: equal words with other fields hash
/// differently. Never 0. @param apart DocumentKeys::apart
std::uint64_t content_hash_with_fields(std::uint64_t content_hash, std::uint64_t apart);

/// The documents examined by greedy selection: the SELECTION_SAMPLE smallest by (content hash,
/// number) of those with at least @a min_body_length terms, ascending. The sample is the same for
/// any split of the collection into shards.
std::vector<DocumentNumber> sample_documents(const DocumentContents& contents,
                                             std::uint32_t min_body_length);

/// Statistics of the documents that have at least @a min_body_length body terms.
CollectionStatistics collection_statistics(const BodyLengths& lengths,
                                           std::uint32_t min_body_length);

/// What counting words needs of each document: its class of body length and its place in the
/// sample. Shared by threads. 3 bytes per document.
class DocumentClasses {
  public:
    static constexpr std::uint8_t NOT_COUNTED = 255;
    static constexpr std::uint16_t NOT_IN_SAMPLE = 65535;

    /// @param sample documents by place in the sample
    /// @param min_body_length shorter documents are not counted
    DocumentClasses(const BodyLengths& lengths, std::span<const DocumentNumber> sample,
                    std::uint32_t min_body_length);

    std::size_t documents() const { return length_class_.size(); }
    /// @pre document < documents()
    std::uint8_t length_class(DocumentNumber document) const { return length_class_[document]; }
    std::uint16_t position(DocumentNumber document) const { return position_[document]; }

  private:
    std::vector<std::uint8_t> length_class_;
    std::vector<std::uint16_t> position_;
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_CONTENTS_H
