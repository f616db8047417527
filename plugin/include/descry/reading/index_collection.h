/** @file index_collection.h
 *  @brief A Xapian index as a collection, read from posting lists and term lists.
 *
 *  Lengths, content hashes and statistics come from posting lists; no document is opened.
 */
#ifndef DESCRY_READING_INDEX_COLLECTION_H
#define DESCRY_READING_INDEX_COLLECTION_H

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <xapian.h>

#include <descry/collection/collection.h>
#include <descry/schema/body_terms.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// Documents are numbered as in the index. Each thread has its own handle.
/// @exception Xapian::DatabaseCorruptError (all functions) docids do not ascend, or exceed the last
class IndexCollection final : public CountedCollection {
  public:
    /// For an index with a schema: the order of words comes from stored texts.
    IndexCollection(DatabaseOpener open, const Schema& schema, Work work = {})
        : CountedCollection(std::move(work)),
          open_(std::move(open)),
          space_(schema.term_prefix),
          schema_(schema) {}

    /// For other indexes: the order of words comes from positions, if any.
    IndexCollection(DatabaseOpener open, TermSpace space, Work work = {})
        : CountedCollection(std::move(work)), open_(std::move(open)), space_(std::move(space)) {
        schema_.term_prefix = space_.prefix();
    }

    Xapian::Database open() const { return open_(); }
    const DatabaseOpener& opener() const { return open_; }
    const TermSpace& space() const { return space_; }

    /// Copies the term lists, from which documents() then reads, for callers that read them several
    /// times. Do not use the copy after documents change.
    void copy_documents();

    /// The copy if there is one, else this object.
    const CountedCollection& documents() const { return copy_ ? *copy_ : *this; }

    std::uint64_t end() const override;

    /// Reads Xapian's stored lengths if they count body terms only (56 million documents per
    /// second); otherwise reads all body postings (42-60 million per second and thread).
    BodyLengths lengths() const override;

    /// Cost: one pass over all body postings.
    std::shared_ptr<const DocumentContents> contents() const override;

    /// @exception from read(): Xapian::DocNotFoundError no such document
    std::unique_ptr<TermListReader> reader() const override;

    /// Cost: one pass over the postings of terms in enough documents, and up to nine thresholds
    /// evaluated per word. Memory: 3 bytes per docid and the terms.
    WordsAndSample count_words(const BodyLengths& lengths, std::span<const DocumentNumber> sample,
                               const CollectionStatistics& collection,
                               const CandidateOptions& candidates) const override;

    /// Cost: the postings of the words.
    void visit_vectors(
        const Model& model, const BodyLengths& lengths,
        const std::function<std::unique_ptr<VectorVisitor>()>& make_visitor) const override;

    std::string term_prefix() const override { return space_.prefix(); }

  private:
    DatabaseOpener open_;
    TermSpace space_;
    Schema schema_;
    std::shared_ptr<const CountedCollection> copy_;
};

}  // namespace descry

#endif  // DESCRY_READING_INDEX_COLLECTION_H
