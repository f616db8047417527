/** @file forward_index.h
 *  @brief The term lists of an index, read once and kept short: what a rebuild reads several times.
 */
#ifndef DESCRY_READING_FORWARD_INDEX_H
#define DESCRY_READING_FORWARD_INDEX_H

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/reading/index_statistics.h>
#include <descry/schema/body_terms.h>

namespace descry {

/// A copy of the body terms of all documents, in a file without a name (TMPDIR, else /tmp). Reading
/// a document there takes a tenth of the time that Xapian takes to unpack its term list.
///
/// What cannot be kept (the disk is full, or there are more than 16 million terms) is read from the
/// index again; nothing but the time depends on it. To be forgotten before the documents change.
/// Memory: 44 bytes a term and 16 a docid, 75 bytes a term while it is made. Disk: 4 bytes for each
/// term of each document.
class ForwardIndex {
  public:
    /// Cost: all term lists once.
    explicit ForwardIndex(const ReadOptions& read);
    ~ForwardIndex();
    ForwardIndex(const ForwardIndex&) = delete;
    ForwardIndex& operator=(const ForwardIndex&) = delete;

    /// What read_document_contents() reads from the posting lists.
    const DocumentContents& contents() const;

    /// Whether every document that has body terms was kept.
    bool is_whole() const;

    /// Different terms that were kept, which are numbered from 0 on, in no order of meaning.
    std::uint32_t terms() const;

    /// How many documents hold each term, by number, where is_whole().
    std::span<const std::uint32_t> documents() const;

    /// The term of a number, valid as long as this. @pre number < terms()
    std::string_view term(std::uint32_t number) const;

  private:
    friend class TermListReader;
    class Copy;
    std::unique_ptr<Copy> copy_;
};

/// Reads the body terms of one document at a time, from the copy where there is one
/// (ReadOptions::term_lists). One per thread; keeps a reference to the options.
class TermListReader {
  public:
    explicit TermListReader(const ReadOptions& read);

    /// @exception Xapian::DocNotFoundError no such document
    void read(Xapian::docid did);

    /// Ascending by term; valid until the next read.
    std::span<const TermCount> terms() const { return terms_; }

    /// hash64() of each of them, and their marks.
    std::span<const std::uint64_t> hashes() const { return hashes_; }
    std::span<const TermMark> marks() const { return marks_; }

    /// A term by its number in the copy.
    struct NumberedTerm {
        std::uint32_t number;
        std::uint32_t wdf;
    };

    /// The terms of a document, in any order, where there is a copy that keeps it; else none. Valid
    /// until the next call.
    std::span<const NumberedTerm> read_numbers(Xapian::docid did);

  private:
    std::span<const std::uint32_t> words_of(std::uint32_t begin);
    bool read_copy(Xapian::docid did);

    const ReadOptions& read_;
    std::optional<Xapian::Database> db_;  // opened when first needed
    BodyTerms body_terms_;
    std::vector<std::uint32_t> window_;  // of the copy
    std::uint64_t window_begin_ = 0;
    std::vector<TermCount> kept_;
    std::vector<NumberedTerm> numbered_;
    std::vector<std::uint64_t> hashes_;
    std::vector<TermMark> marks_;
    std::span<const TermCount> terms_;
};

}  // namespace descry

#endif  // DESCRY_READING_FORWARD_INDEX_H
