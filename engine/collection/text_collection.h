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

/// Documents numbered from 1 on, in a temporary file: their canonical texts or, if the order of the
/// words is unknown, their terms. Use a ForwardIndex of it to count words or to read repeatedly.
/// Memory: 8 bytes per document, 16 if fields are kept apart. Disk: the texts.
class TextCollection final : public Collection {
  public:
    /// @exception std::system_error no temporary file can be made
    explicit TextCollection(Work work = {});
    ~TextCollection() override;

    /// Adds a document whose terms are the words of its canonical text. By one thread, before any
    /// reading. @param text_hash TermListReader::text_hash()
    /// @return its number. @exception std::system_error the disk is full
    DocumentNumber add(std::string_view text, std::uint64_t text_hash = 0);

    /// Adds a document with its terms. @param terms ascending
    /// @param text the canonical text; nullopt if the order is unknown
    DocumentNumber add(const EncodedTerms& terms, std::optional<std::string_view> text,
                       std::uint64_t text_hash = 0);

    /// Sets DocumentKeys::apart of a document, by the model that it is for. Before any reading.
    void set_apart(DocumentNumber document, std::uint64_t apart);

    std::size_t size() const;

    std::uint64_t end() const override { return size() + 1; }
    BodyLengths lengths() const override { return contents()->lengths; }
    /// Cost: reads all documents.
    std::shared_ptr<const DocumentContents> contents() const override;
    std::unique_ptr<TermListReader> reader() const override;
    std::string term_prefix() const override { return {}; }

  private:
    class Reader;

    std::unique_ptr<RecordFile> documents_;  // by number - 1
    std::vector<std::uint64_t> apart_;       // by number, up to the last non-zero
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_TEXT_COLLECTION_H
