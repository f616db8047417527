/** @file forward_index.h
 *  @brief The term lists of a collection, read once and kept short: what a rebuild reads several
 *         times.
 */
#ifndef DESCRY_COLLECTION_FORWARD_INDEX_H
#define DESCRY_COLLECTION_FORWARD_INDEX_H

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/collection.h>

namespace descry {

/// A copy of the body terms of all documents, in a file without a name (TMPDIR, else /tmp). Reading
/// a document there takes a tenth of the time that Xapian takes to unpack its term list.
///
/// What cannot be kept (the disk is full, or there are more than 16 million terms) is read from the
/// source again; nothing but the time depends on it. To be forgotten before the documents change.
/// Memory: 44 bytes a term and 16 a document, 75 bytes a term while it is made. Disk: 4 bytes for
/// each term of each document.
class ForwardIndex final : public Collection {
  public:
    /// A term by its number, and how often it stands in a document.
    struct NumberedTerm {
        std::uint32_t number;
        std::uint32_t wdf;
    };
    class Reader;

    /// Cost: all term lists of @a source once.
    explicit ForwardIndex(std::shared_ptr<const Collection> source);
    ~ForwardIndex() override;
    ForwardIndex(const ForwardIndex&) = delete;
    ForwardIndex& operator=(const ForwardIndex&) = delete;

    std::uint64_t end() const override;
    BodyLengths lengths() const override;
    DocumentContents contents() const override;
    std::unique_ptr<TermListReader> reader() const override;
    WordsAndSample count_words(const BodyLengths& lengths, std::span<const DocumentNumber> sample,
                               const CollectionStatistics& collection,
                               const CandidateOptions& candidates) const override;
    void visit_vectors(
        const Model& model, const BodyLengths& lengths,
        const std::function<std::unique_ptr<VectorVisitor>()>& make_visitor) const override;
    std::string term_prefix() const override { return source_->term_prefix(); }

    /// Whether every document that has body terms was kept.
    bool is_whole() const;

    /// Different terms that were kept, which are numbered from 0 on, in no order of meaning.
    std::uint32_t terms() const;

    /// How many documents hold each term, by number, where is_whole().
    std::span<const std::uint32_t> documents() const;

    /// The term of a number, valid as long as this. @pre number < terms()
    std::string_view term(std::uint32_t number) const;

  private:
    class Copy;
    std::shared_ptr<const Collection> source_;
    std::unique_ptr<Copy> copy_;
};

/// Reads documents of the copy, and from its source those that it does not keep.
class ForwardIndex::Reader final : public TermListReader {
  public:
    /// @a index must outlive this.
    explicit Reader(const ForwardIndex& index);
    ~Reader() override;

    void read_range(DocumentNumber first, std::uint64_t last, std::uint64_t end,
                    const std::function<void(DocumentNumber)>& visit) override;
    bool has_positions() override { return source().has_positions(); }
    std::uint32_t position_of(DocumentNumber document, std::string_view word) override {
        return source().position_of(document, word);
    }

    /// The terms of a document, in any order, where it is kept; else none. Valid until the next
    /// call.
    std::span<const NumberedTerm> read_numbers(DocumentNumber document);

  private:
    std::span<const TermCount> read_terms(DocumentNumber document) override;
    std::span<const std::uint32_t> words_of(std::uint32_t begin);
    TermListReader& source();

    const ForwardIndex& index_;
    std::unique_ptr<TermListReader> source_;  // opened when first needed
    std::vector<std::uint32_t> window_;       // of the copy
    std::uint64_t window_begin_ = 0;
    std::vector<TermCount> kept_;
    std::vector<NumberedTerm> numbered_;
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_FORWARD_INDEX_H
