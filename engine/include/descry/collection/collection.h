/** @file collection.h
 *  @brief The interface through which statistics, training, keys and grouping read a collection.
 *
 *  IndexCollection reads a Xapian index. ForwardIndex copies the term lists of another collection,
 *  for faster reading. Both can count words; TextCollection needs a ForwardIndex for that.
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

/// Reads documents one by one; one reader per thread. Results are valid until the next read.
class TermListReader {
  public:
    virtual ~TermListReader() = default;

    /// Reads the body terms of a document. @exception as the collection specifies: no such document
    void read(DocumentNumber document) {
        hashes_.clear();
        marks_.clear();
        terms_ = read_terms(document);
    }

    /// Reads each existing document of [first, last), ascending, and calls visit(document).
    /// Documents without body terms are skipped, unless the collection specifies otherwise.
    /// @param end Collection::end() of the collection
    /// @exception as the collection specifies: a document beyond its end
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

    /// hash64() and mark of each term.
    std::span<const std::uint64_t> hashes() {
        if (hashes_.size() != terms_.size()) hash_terms(terms_, hashes_);
        return hashes_;
    }
    std::span<const TermMark> marks() {
        if (marks_.size() != terms_.size()) mark_terms(terms_, marks_);
        return marks_;
    }

    /// Appends bytes that two documents of one collection share exactly if they have the same terms
    /// with the same wdf. May invalidate what was read before.
    virtual void append_contents(DocumentNumber document, std::string& bytes);

    /// The words of a document in order; nullopt if unknown.
    virtual std::optional<CanonicalText> read_text(DocumentNumber document) = 0;

    /// folded_text_hash() of the text: equal for equal texts, different for other texts of the same
    /// words. 0 if the text is unknown.
    virtual std::uint64_t text_hash(DocumentNumber) { return 0; }

    /// Keys of the document's words in order, read or computed; nullopt if the order is unknown.
    /// @param content_hash of its terms
    virtual std::optional<SequenceKeys> sequence_keys(DocumentNumber document,
                                                      std::uint64_t content_hash,
                                                      SequenceKeySigner& signer);

    /// sequence_keys() of the words just read, if they were read in order, without reading the text
    /// again and without keys of characters.
    virtual std::optional<SequenceKeys> sequence_keys_read(SequenceKeySigner&);

    /// The document's values of the fields that the model keeps apart (apart_value_of()), as one
    /// number; 0 if its fields are unknown.
    virtual std::uint64_t apart_value(DocumentNumber, std::span<const std::string>) { return 0; }

  protected:
    /// Filled by readers that know the hashes and marks of the terms.
    std::vector<std::uint64_t> hashes_;
    std::vector<TermMark> marks_;

  private:
    virtual std::span<const TermCount> read_terms(DocumentNumber document) = 0;

    std::span<const TermCount> terms_;
};

/// Receives, for each document, the model's words above their thresholds; one visitor per thread.
class VectorVisitor {
  public:
    virtual ~VectorVisitor() = default;
    /// @param ones numbers of the model's words, in any order
    virtual void visit(DocumentNumber document, std::span<const std::uint16_t> ones,
                       std::uint32_t body_length) = 0;
    /// Called after a batch of documents.
    virtual void end_piece() = 0;
};

/// All documents to compare. Thread-safe; results do not depend on the number of threads.
class Collection {
  public:
    virtual ~Collection() = default;

    /// One more than the greatest document number.
    virtual std::uint64_t end() const = 0;

    /// Memory: 4 bytes per document number.
    virtual BodyLengths lengths() const = 0;

    /// Memory: 12 bytes per document number, unless the collection holds them already.
    virtual std::shared_ptr<const DocumentContents> contents() const = 0;

    virtual std::unique_ptr<TermListReader> reader() const = 0;

    virtual std::string term_prefix() const = 0;

    /// Threads (each needs its own reader), memory and progress of work on the collection.
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

enum class KeptKeys {
    NONE,
    SEQUENCE,  ///< SequenceKeys, if the source's words have an order: for when all documents will
               ///< be keyed
};

/// Copies @a source so that its words can be counted (ForwardIndex), using @a work instead of the
/// source's. Discard the copy before the documents change. Cost: reads all term lists once. Memory:
/// 40 bytes per term and 16 per document.
std::shared_ptr<const CountedCollection> counted_copy(std::shared_ptr<const Collection> source,
                                                      Work work, KeptKeys keys = KeptKeys::NONE);

/// A collection that can count its words, to train a model.
class CountedCollection : public Collection {
  public:
    /// The statistics from which words and stable terms are chosen: for every word that may become
    /// descriptive, its histogram, its thresholds with modelled flip rates and the sampled
    /// documents that hold it; and the number of documents of every term that occurs in at least as
    /// many as candidates.limits requires. Both ascend by term.
    virtual WordsAndSample count_words(const BodyLengths& lengths,
                                       std::span<const DocumentNumber> sample,
                                       const CollectionStatistics& collection,
                                       const CandidateOptions& candidates) const = 0;

    /// Visits the vectors of all documents that have body terms, each with its thread's visitor.
    virtual void visit_vectors(
        const Model& model, const BodyLengths& lengths,
        const std::function<std::unique_ptr<VectorVisitor>()>& make_visitor) const = 0;

  protected:
    using Collection::Collection;
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_COLLECTION_H
