/** @file index_collection.h
 *  @brief A Xapian index as a collection, read by its posting lists and its term lists.
 *
 *  Lengths, content hashes and statistics are read from posting lists: no document is opened.
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

/// Documents are numbered as in the index. Each thread has a handle of its own.
/// @exception Xapian::DatabaseCorruptError of all functions: docids do not ascend, or are above the
///            last one
class IndexCollection final : public CountedCollection {
  public:
    /// An index of which is known what made its terms: stored texts tell the order of words.
    IndexCollection(DatabaseOpener open, const Schema& schema, Work work = {})
        : CountedCollection(std::move(work)),
          open_(std::move(open)),
          space_(schema.term_prefix),
          schema_(schema) {}

    /// Any other: positions do, where there are any.
    IndexCollection(DatabaseOpener open, TermSpace space, Work work = {})
        : CountedCollection(std::move(work)), open_(std::move(open)), space_(std::move(space)) {
        schema_.term_prefix = space_.prefix();
    }

    /// A handle of its own.
    Xapian::Database open() const { return open_(); }
    const DatabaseOpener& opener() const { return open_; }
    const TermSpace& space() const { return space_; }

    /// Copies the term lists, which documents() reads from then on: for who reads them several
    /// times. To be forgotten before the documents change.
    void copy_documents();

    /// The copy, where there is one, else this.
    const CountedCollection& documents() const { return copy_ ? *copy_ : *this; }

    std::uint64_t end() const override;

    /// Where the lengths that Xapian keeps are made of body terms alone, they are taken from there
    /// (56 million documents a second); otherwise all body postings are read (42-60 million a
    /// second a thread).
    BodyLengths lengths() const override;

    /// Cost: one pass over all body postings.
    std::shared_ptr<const DocumentContents> contents() const override;

    /// @exception of read(): Xapian::DocNotFoundError no such document
    std::unique_ptr<TermListReader> reader() const override;

    /// Cost: one pass over the postings of the terms that stand in enough documents, and the
    /// evaluation of up to nine thresholds a word. Memory: 3 bytes a docid and the terms.
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
