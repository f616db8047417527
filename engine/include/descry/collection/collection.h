/** @file collection.h
 *  @brief The documents of a collection as statistics, training, keys and grouping read them,
 *         wherever they come from.
 *
 *  A Xapian index is one (IndexCollection), read by its posting lists and term lists; ForwardIndex
 *  is a copy of the term lists of another, which is read faster. Both count words, too; of others
 *  (TextCollection) a ForwardIndex does.
 */
#ifndef DESCRY_COLLECTION_COLLECTION_H
#define DESCRY_COLLECTION_COLLECTION_H

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/contents.h>
#include <descry/distance/canonical_text.h>
#include <descry/distance/term_count.h>
#include <descry/mechanics/work.h>

namespace descry {

struct CandidateOptions;
class CountedCollection;
class Model;
struct SequenceKeys;
class SequenceKeySigner;
struct WordsAndSample;

/// Reads one document after the other; one per thread. What it gives is valid until the next read.
class TermListReader {
  public:
    virtual ~TermListReader() = default;

    /// Reads the body terms of a document. @exception as the collection says: there is none
    void read(DocumentNumber document) {
        hashes_.clear();
        marks_.clear();
        terms_ = read_terms(document);
    }

    /// Reads each of the documents [first, last) that there is, ascending, and calls
    /// visit(document). Those without body terms are not among them, unless the
    /// collection does it otherwise.
    /// @param end Collection::end() as it was asked for
    /// @exception as the collection says: there is a document beyond
    virtual void read_range(DocumentNumber first, std::uint64_t last, std::uint64_t end,
                            const std::function<void(DocumentNumber)>& visit) {
        for (std::uint64_t i = std::max<std::uint64_t>(first, 1); i < std::min(last, end); ++i) {
            const auto document = static_cast<DocumentNumber>(i);
            read(document);
            if (!terms().empty()) visit(document);
        }
    }

    /// Ascending by term.
    std::span<const TermCount> terms() const { return terms_; }

    /// hash64() of each of them, and their marks.
    std::span<const std::uint64_t> hashes() {
        if (hashes_.size() != terms_.size()) hash_terms(terms_, hashes_);
        return hashes_;
    }
    std::span<const TermMark> marks() {
        if (marks_.size() != terms_.size()) mark_terms(terms_, marks_);
        return marks_;
    }

    /// Appends bytes that are equal for documents of one collection that have the same terms as
    /// often each, and for no others. What was read before may be gone.
    virtual void append_contents(DocumentNumber document, std::string& bytes);

    /// The words of a document in order; nullopt where nobody knows.
    virtual std::optional<CanonicalText> read_text(DocumentNumber document) = 0;

    /// A number of the text as it is written (folded_text_hash()): equal texts have the same,
    /// others of the same words another one. 0 where nobody knows the text.
    virtual std::uint64_t text_hash(DocumentNumber) { return 0; }

    /// Keys of its words in order, read or made; nullopt where nobody knows the order.
    /// @param content_hash of its terms
    virtual std::optional<SequenceKeys> sequence_keys(DocumentNumber document,
                                                      std::uint64_t content_hash,
                                                      SequenceKeySigner& signer);

    /// The same of the words just read, without another look at the text, where they were read in
    /// order. Without characters.
    virtual std::optional<SequenceKeys> sequence_keys_read(SequenceKeySigner&);

    /// What a document has in the fields that a model keeps apart (apart_value_of()), as one
    /// number; 0 where nobody knows its fields.
    virtual std::uint64_t apart_value(DocumentNumber, std::span<const std::string>) { return 0; }

  protected:
    /// Who knows the hashes and marks of the terms fills these.
    std::vector<std::uint64_t> hashes_;
    std::vector<TermMark> marks_;

  private:
    /// Valid until the next call.
    virtual std::span<const TermCount> read_terms(DocumentNumber document) = 0;

    std::span<const TermCount> terms_;
};

/// Is told which words of a model each document has more of than their thresholds; one per thread.
class VectorVisitor {
  public:
    virtual ~VectorVisitor() = default;
    /// @param ones numbers of the model's words, in any order
    virtual void visit(DocumentNumber document, std::span<const std::uint16_t> ones,
                       std::uint32_t body_length) = 0;
    /// Called after some documents.
    virtual void end_piece() = 0;
};

/// All documents, to be compared. Safe to use from several threads; what it says does not depend on
/// their number.
class Collection {
  public:
    virtual ~Collection() = default;

    /// One more than the greatest number of a document.
    virtual std::uint64_t end() const = 0;

    /// Memory: 4 bytes a number.
    virtual BodyLengths lengths() const = 0;

    /// Memory: 12 bytes a number, unless they are kept anyway.
    virtual std::shared_ptr<const DocumentContents> contents() const = 0;

    virtual std::unique_ptr<TermListReader> reader() const = 0;

    /// The prefix of body terms.
    virtual std::string term_prefix() const = 0;

    /// For what is done with it: threads, each with a reader of its own, memory, and who is told.
    const Work& work() const { return work_; }
    unsigned threads() const { return work_.threads; }
    const Progress& progress() const { return work_.progress; }

  protected:
    explicit Collection(Work work) : work_(std::move(work)) {}
    Collection(const Collection&) = default;
    Collection& operator=(const Collection&) = default;

  private:
    Work work_;
};

/// What else a copy keeps of each document.
enum class KeptKeys {
    NONE,
    SEQUENCE,  ///< SequenceKeys, where the source's words have an order: all documents will be
               ///< keyed
};

/// The documents of @a source, copied so that their words can be counted (ForwardIndex), which is
/// done with @a work in place of the source's. To be forgotten before the documents change.
/// Cost: all its term lists once. Memory: 40 bytes a term and 16 a document.
std::shared_ptr<const CountedCollection> counted_copy(std::shared_ptr<const Collection> source,
                                                      Work work, KeptKeys keys = KeptKeys::NONE);

/// Documents whose words are counted, to make a model of them.
class CountedCollection : public Collection {
  public:
    /// The statistics that words and stable terms are chosen from: every word that may become
    /// descriptive, with its histogram, its thresholds with modelled flip rates and the sampled
    /// documents that hold it; and the number of documents of every term that stands in at least
    /// as many as candidates.limits says. Both ascend by term.
    virtual WordsAndSample count_words(const BodyLengths& lengths,
                                       std::span<const DocumentNumber> sample,
                                       const CollectionStatistics& collection,
                                       const CandidateOptions& candidates) const = 0;

    /// Visits the vectors of all documents that have body terms, each with the visitor of some
    /// thread.
    virtual void visit_vectors(
        const Model& model, const BodyLengths& lengths,
        const std::function<std::unique_ptr<VectorVisitor>()>& make_visitor) const = 0;

  protected:
    using Collection::Collection;
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_COLLECTION_H
