/** @file forward_index.h
 *  @brief A compact copy of a collection's term lists, which a rebuild reads several times.
 */
#ifndef DESCRY_COLLECTION_FORWARD_INDEX_H
#define DESCRY_COLLECTION_FORWARD_INDEX_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/mechanics/temporary_file.h>

#include "engine/collection/term_table.h"
#include "engine/keys/word_keys.h"
#include "engine/model/word_statistics.h"

namespace descry {

/// A copy of the body terms of all documents, in memory if small, else in a temporary file. Reading
/// a document takes a tenth of the time in which Xapian unpacks its term list.
///
/// What cannot be kept (the disk is full, or too many terms) is read from the source again, which
/// changes only the time. Discard the copy before the documents change. Memory: 16 bytes per
/// document, a TermTable, and 16 MiB. Disk: 4 bytes per term of each document, 8 for terms beyond
/// the first 16 million; 40 per document for its SequenceKeys.
class ForwardIndex final : public CountedCollection {
  public:
    struct NumberedTerm {
        std::uint32_t number;
        std::uint32_t wdf;
    };
    class Reader;

    static constexpr std::uint32_t ALL_TERMS = 0xffffffff;

    /// @param work used instead of the source's
    /// Cost: reads all term lists of @a source once.
    ForwardIndex(std::shared_ptr<const Collection> source, Work work,
                 KeptKeys keys = KeptKeys::NONE);
    explicit ForwardIndex(const std::shared_ptr<const Collection>& source)
        : ForwardIndex(source, source->work()) {}

    /// If not all documents are kept, the source counts words.
    /// @param most_terms most distinct terms; documents with others are not kept
    /// @param in_memory bytes of the copy that need no file
    ForwardIndex(std::shared_ptr<const CountedCollection> source, std::uint32_t most_terms,
                 std::size_t in_memory = TemporaryFile::SMALL);
    ForwardIndex(const ForwardIndex&) = delete;
    ForwardIndex& operator=(const ForwardIndex&) = delete;

    std::uint64_t end() const override { return contents_->lengths.size(); }
    BodyLengths lengths() const override { return contents_->lengths; }
    std::shared_ptr<const DocumentContents> contents() const override { return contents_; }
    std::unique_ptr<TermListReader> reader() const override;
    /// @exception std::runtime_error not all term lists were kept, and the source cannot count,
    ///            here and in visit_vectors()
    WordsAndSample count_words(const BodyLengths& lengths, std::span<const DocumentNumber> sample,
                               const CollectionStatistics& collection,
                               const CandidateOptions& candidates) const override;
    void visit_vectors(
        const Model& model, const BodyLengths& lengths,
        const std::function<std::unique_ptr<VectorVisitor>()>& make_visitor) const override;
    std::string term_prefix() const override { return source_->term_prefix(); }

    /// Whether every document that has body terms was kept.
    bool is_whole() const { return file_ && is_whole_; }

    /// Distinct terms kept; numbered from 0 on, in arbitrary order.
    std::uint32_t terms() const { return terms_.size(); }

    /// Documents that hold a term, if is_whole(). @pre number < terms()
    std::uint32_t documents(std::uint32_t number) const { return terms_.documents(number); }

    /// hash64() of the term. @pre number < terms()
    std::uint64_t hash(std::uint32_t number) const { return terms_.hash(number); }

    /// Valid as long as this. @pre number < terms()
    std::string_view term(std::uint32_t number) const { return terms_.term(number); }

  private:
    class Copier;
    static constexpr std::uint32_t NOT_KEPT = ~std::uint32_t{0};
    /// Documents that one thread copies in one batch; adjacent in the file.
    static constexpr std::size_t DOCUMENTS_A_PIECE = 512;

    /// @exception std::runtime_error the source cannot count
    const CountedCollection& counting_source() const;

    /// Where a document's words begin in the file; nullopt if not kept. The first word is the
    /// number of words of its terms; those of its keys follow.
    std::optional<std::uint64_t> begin_of(DocumentNumber document) const {
        if (document >= begins_.size() || begins_[document] == NOT_KEPT) return std::nullopt;
        return pieces_[document / DOCUMENTS_A_PIECE] + begins_[document];
    }

    std::shared_ptr<const Collection> source_;
    std::shared_ptr<const CountedCollection> counted_;  // the source, if it can count
    std::uint32_t most_terms_;
    std::size_t in_memory_;
    KeptKeys kept_keys_ = KeptKeys::NONE;
    std::shared_ptr<DocumentContents> contents_;
    std::unique_ptr<TemporaryFile> file_;  // none: nothing is kept
    std::vector<std::uint64_t> pieces_;    // offset of each in the file
    std::vector<std::uint32_t> begins_;    // by document, relative to its piece
    bool is_whole_ = true;                 // as far as there is a file
    TermTable terms_;
};

/// Reads documents of the copy, and the others from its source.
class ForwardIndex::Reader final : public TermListReader {
  public:
    /// @param index must outlive this
    explicit Reader(const ForwardIndex& index) : index_(index) {}

    void read_range(DocumentNumber first, std::uint64_t last, std::uint64_t end,
                    const std::function<void(DocumentNumber)>& visit) override;
    void append_contents(DocumentNumber document, std::string& bytes) override;
    std::optional<CanonicalText> read_text(DocumentNumber document) override {
        return source().read_text(document);
    }
    std::uint64_t text_hash(DocumentNumber document) override {
        return source().text_hash(document);
    }
    std::optional<SequenceKeys> sequence_keys(DocumentNumber document, std::uint64_t content_hash,
                                              SequenceKeySigner& signer) override;
    std::uint64_t apart_value(DocumentNumber document,
                              std::span<const std::string> fields) override {
        return source().apart_value(document, fields);
    }

    /// The terms of a kept document, in any order; else empty. Valid until the next call.
    std::span<const NumberedTerm> read_numbers(DocumentNumber document);

  private:
    std::span<const TermCount> read_terms(DocumentNumber document) override;
    std::span<const std::uint32_t> words_of(std::uint64_t begin);
    TermListReader& source();

    const ForwardIndex& index_;
    std::unique_ptr<TermListReader> source_;  // opened on first use
    std::vector<std::uint32_t> window_;       // of the copy
    std::uint64_t window_begin_ = 0;
    std::vector<TermCount> kept_;
    std::vector<NumberedTerm> numbered_;
};

/// Calls visit(word) for each term of a counted document, ascending, without thresholds.
/// @pre lists.is_whole()
/// @exception std::system_error no space in TMPDIR
/// Cost: one pass over the copy, and a sort of all postings. Memory: that of the collection's work,
/// and 8 bytes per term. Disk: 12 bytes per posting.
void for_each_counted_word(const ForwardIndex& lists, const DocumentClasses& classes,
                           const std::function<void(const WordStatistics&)>& visit);

}  // namespace descry

#endif  // DESCRY_COLLECTION_FORWARD_INDEX_H
