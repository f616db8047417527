/** @file document_spool.h
 *  @brief Documents of an input, kept in a temporary file to be printed later; temporary folders.
 */
#ifndef DESCRY_TOOLS_SPOOLING_DOCUMENT_SPOOL_H
#define DESCRY_TOOLS_SPOOLING_DOCUMENT_SPOOL_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/texts/input_document.h>

#include "engine/mechanics/record_file.h"

namespace descry {

/// What is kept of a document.
struct SpooledDocument {
    std::string id;
    /// Where it stands (InputDocument::location); empty where the id says so.
    std::string place;
    /// TextOrder::key_of()
    std::string order;
    /// What a person knows it by; may be empty.
    std::string title;
    /// As it is written, where it is to be shown; else empty.
    std::string text;
    /// As it is printed, with its line end; empty for those that are not.
    std::string record;
};

/// Numbered from 1 on. Memory: 8 bytes a document. Disk: what is kept.
class DocumentSpool {
  public:
    /// @exception std::system_error the disk is full
    void add(const SpooledDocument& document, std::shared_ptr<const std::string> header,
             std::shared_ptr<const std::string> encoding);

    std::size_t size() const { return records_.size(); }

    /// @exception std::system_error
    SpooledDocument read(DocumentNumber document) const;

    /// The header line of its record; null where it has none.
    std::shared_ptr<const std::string> header_of(DocumentNumber document) const;

    /// InputDocument::record_encoding
    std::shared_ptr<const std::string> encoding_of(DocumentNumber document) const;

  private:
    // Of a document, and of those after it up to the next.
    struct Shared {
        DocumentNumber first;
        std::shared_ptr<const std::string> text;
    };
    static std::shared_ptr<const std::string> shared_by(DocumentNumber document,
                                                        const std::vector<Shared>& all);

    RecordFile records_;  // by number less one
    std::vector<Shared> headers_;
    std::vector<Shared> encodings_;
    std::string bytes_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SPOOLING_DOCUMENT_SPOOL_H
