/** @file text_collection.h
 *  @brief Documents without an index: their words in order, in a temporary file.
 */
#ifndef DESCRY_COLLECTION_TEXT_COLLECTION_H
#define DESCRY_COLLECTION_TEXT_COLLECTION_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/mechanics/temporary_file.h>

namespace descry {

/// Canonical texts, numbered from 1 on, in a file without a name (TMPDIR, else /tmp). What is done
/// with it more than once is done with a ForwardIndex of it.
///
/// Memory: 8 bytes a document. Disk: the texts.
class TextCollection final : public Collection {
  public:
    /// @exception std::system_error no temporary file can be made
    explicit TextCollection(unsigned threads = 1, Progress progress = {});

    /// Takes one more. By one thread, before anything is read. @return its number
    /// @exception std::system_error the disk is full
    DocumentNumber add(const CanonicalText& text);

    /// Documents so far.
    std::size_t size() const { return begins_.size() - 1; }

    std::uint64_t end() const override { return begins_.size(); }
    BodyLengths lengths() const override { return contents().lengths; }
    /// Cost: a reading of all documents.
    DocumentContents contents() const override;
    std::unique_ptr<TermListReader> reader() const override;
    std::string term_prefix() const override { return {}; }

    /// Done by a ForwardIndex. @exception std::runtime_error it could not keep all term lists
    WordsAndSample count_words(const BodyLengths& lengths, std::span<const DocumentNumber> sample,
                               const CollectionStatistics& collection,
                               const CandidateOptions& candidates) const override;
    /// The same.
    void visit_vectors(
        const Model& model, const BodyLengths& lengths,
        const std::function<std::unique_ptr<VectorVisitor>()>& make_visitor) const override;

  private:
    class Reader;

    void flush();

    TemporaryFile file_;
    std::string unwritten_;
    std::uint64_t written_ = 0;
    std::vector<std::uint64_t> begins_{0};  // by number, of the one after it
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_TEXT_COLLECTION_H
