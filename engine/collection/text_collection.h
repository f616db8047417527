/** @file text_collection.h
 *  @brief Documents without an index, in a temporary file.
 */
#ifndef DESCRY_COLLECTION_TEXT_COLLECTION_H
#define DESCRY_COLLECTION_TEXT_COLLECTION_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/collection.h>

namespace descry {

class EncodedTerms;
class RecordFile;

/// Documents numbered from 1 on, in a file without a name (TMPDIR, else /tmp): their canonical
/// texts, or, where nobody knows the order of the words, their terms. What is done with it more
/// than once, and all that counts words, is done with a ForwardIndex of it.
///
/// Memory: 8 bytes a document, 16 where fields are kept apart. Disk: the texts.
class TextCollection final : public Collection {
  public:
    /// @exception std::system_error no temporary file can be made
    explicit TextCollection(Work work = {});
    ~TextCollection() override;

    /// Takes one more, whose terms are the words of its canonical text. By one thread, before
    /// anything is read. @param text_hash of the text as it is written
    /// (TermListReader::text_hash())
    /// @return its number. @exception std::system_error the disk is full
    DocumentNumber add(std::string_view text, std::uint64_t text_hash = 0);

    /// Takes one whose terms are known by themselves. @param terms ascending
    /// @param text the canonical text; nullopt: nobody knows the order
    DocumentNumber add(const EncodedTerms& terms, std::optional<std::string_view> text,
                       std::uint64_t text_hash = 0);

    /// Takes DocumentKeys::apart of one, by the model that the documents are for. Before anything
    /// is read.
    void set_apart(DocumentNumber document, std::uint64_t apart);

    /// Documents so far.
    std::size_t size() const;

    std::uint64_t end() const override { return size() + 1; }
    BodyLengths lengths() const override { return contents()->lengths; }
    /// Cost: a reading of all documents.
    std::shared_ptr<const DocumentContents> contents() const override;
    std::unique_ptr<TermListReader> reader() const override;
    std::string term_prefix() const override { return {}; }

  private:
    class Reader;

    std::unique_ptr<RecordFile> documents_;  // by number less one
    std::vector<std::uint64_t> apart_;       // by number, up to the last that is not 0
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_TEXT_COLLECTION_H
