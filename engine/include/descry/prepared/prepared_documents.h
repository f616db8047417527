/** @file prepared_documents.h
 *  @brief Groups the documents of prepared files as one collection.
 */
#ifndef DESCRY_PREPARED_PREPARED_DOCUMENTS_H
#define DESCRY_PREPARED_PREPARED_DOCUMENTS_H

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/collection_groups.h>
#include <descry/mechanics/work.h>
#include <descry/prepared/prepared_writer.h>

namespace descry {

struct PreparedDocument;
class TextCollection;

/// Collects the documents of prepared files and groups them, independently of the order of the
/// files and of how documents were split: as one machine that prefers heads by the order of the
/// prepared files, then by id, number and content. Memory: 150 bytes per document, ids and orders,
/// and that of grouping. Disk: the texts.
class PreparedDocuments {
  public:
    explicit PreparedDocuments(Work work = {});
    PreparedDocuments(PreparedDocuments&&) noexcept;
    PreparedDocuments& operator=(PreparedDocuments&&) noexcept;
    ~PreparedDocuments();

    /// Adds all documents of a prepared file.
    /// @exception PreparedFormatError the file is damaged, or its model or order differs from that
    ///            of earlier files; the object must not be used afterwards
    /// @exception std::system_error no space in TMPDIR
    void add(std::istream& file);

    /// Groups the documents; call once. @pre a prepared file was added
    CollectionGroups group();

    /// What group() needs; take_keys() can be called once.
    const std::shared_ptr<TextCollection>& texts() const { return texts_; }
    CollectionKeys take_keys();

    /// Documents are numbered from 1 on, in the order of the prepared files.
    std::size_t size() const { return places_.size(); }
    const PreparedHeader& header() const { return *header_; }

    /// All in grouping order. Cost: a sort, and reading documents that differ only in content.
    std::vector<DocumentNumber> ordered() const;

    std::string_view id_of(DocumentNumber document) const;
    std::string_view order_of(DocumentNumber document) const;
    DocumentNumber number_of(DocumentNumber document) const {
        return places_.at(document - 1).number;
    }
    /// The content hash (DocumentKeys); 0 for documents without words.
    std::uint64_t content_hash_of(DocumentNumber document) const {
        return places_.at(document - 1).content_hash;
    }
    /// Whether the order of its words is known.
    bool has_text(DocumentNumber document) const { return places_.at(document - 1).has_text; }

  private:
    // Where order and id of a document are in names_.
    struct Place {
        std::uint64_t begin;
        std::uint64_t content_hash;
        std::uint32_t order_size;
        std::uint32_t id_size;
        DocumentNumber number;
        bool has_text;
    };

    void keep(const PreparedDocument& document);
    void sort_by_contents(std::span<DocumentNumber> documents) const;

    std::optional<PreparedHeader> header_;
    std::shared_ptr<TextCollection> texts_;
    std::unique_ptr<CollectionKeys> keys_;
    std::vector<Place> places_;
    std::string names_;
};

}  // namespace descry

#endif  // DESCRY_PREPARED_PREPARED_DOCUMENTS_H
