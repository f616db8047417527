/** @file prepared_documents.h
 *  @brief The documents of prepared files, grouped as if they were one collection.
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

/// Collects the documents of prepared files and groups them. Whatever files they were dealt out to,
/// and in whatever order these come, the groups are the same: those of one machine that prefers
/// heads in the order of the prepared files, and by id, number and content where that says nothing.
///
/// Memory: 150 bytes a document, ids and orders, and for grouping as told. Disk: the texts, in
/// TMPDIR.
class PreparedDocuments {
  public:
    explicit PreparedDocuments(Work work = {});
    PreparedDocuments(PreparedDocuments&&) noexcept;
    PreparedDocuments& operator=(PreparedDocuments&&) noexcept;
    ~PreparedDocuments();

    /// Takes all documents of a prepared file.
    /// @exception PreparedFormatError it is damaged, or of another model or order than those
    /// before;
    ///            nothing is to be done with the others then
    /// @exception std::system_error no room in TMPDIR
    void add(std::istream& file);

    /// Groups them, once. @pre a prepared file was added
    CollectionGroups group();

    /// The documents, and their keys: as group() needs them, once.
    const std::shared_ptr<TextCollection>& texts() const { return texts_; }
    CollectionKeys take_keys();

    /// Of the documents; they are numbered from 1 on, by the prepared files as they came.
    std::size_t size() const { return places_.size(); }
    const PreparedHeader& header() const { return *header_; }

    /// All of them, in the order of grouping. Cost: a sort; of those that are equal in all but
    /// their content, a reading.
    std::vector<DocumentNumber> ordered() const;

    std::string_view id_of(DocumentNumber document) const;
    /// Its PreparedDocument::order.
    std::string_view order_of(DocumentNumber document) const;
    /// Its PreparedDocument::number.
    DocumentNumber number_of(DocumentNumber document) const {
        return places_.at(document - 1).number;
    }
    /// Its content hash (DocumentKeys); 0: it has no words.
    std::uint64_t content_hash_of(DocumentNumber document) const {
        return places_.at(document - 1).content_hash;
    }
    /// Whether the order of its words is known.
    bool has_text(DocumentNumber document) const { return places_.at(document - 1).has_text; }

  private:
    // Where order and id of a document stand.
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
