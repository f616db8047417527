/** @file document_spool.h
 *  @brief Documents of an input, in a temporary file for printing later.
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

struct SpooledDocument {
    std::string id;
    /// InputDocument::location; empty if the id implies it.
    std::string place;
    /// TextOrder::key_of()
    std::string order;
    /// For people; may be empty.
    std::string title;
    /// As written, if it is to be shown; else empty.
    std::string text;
    /// As printed, with its line end; empty if not printed.
    std::string record;
};

/// Documents are numbered from 1 on. Memory: 8 bytes per document. Disk: the stored data.
class DocumentSpool {
  public:
    /// @exception std::system_error the disk is full
    void add(const SpooledDocument& document, std::shared_ptr<const std::string> header,
             std::shared_ptr<const std::string> encoding);

    std::size_t size() const { return records_.size(); }

    /// @exception std::system_error
    SpooledDocument read(DocumentNumber document) const;

    /// The header line of its record; null if it has none.
    std::shared_ptr<const std::string> header_of(DocumentNumber document) const;

    /// InputDocument::record_encoding
    std::shared_ptr<const std::string> encoding_of(DocumentNumber document) const;

  private:
    // For a document and those after it, up to the next entry.
    struct Shared {
        DocumentNumber first;
        std::shared_ptr<const std::string> text;
    };
    static std::shared_ptr<const std::string> shared_by(DocumentNumber document,
                                                        const std::vector<Shared>& all);

    RecordFile records_;  // by number - 1
    std::vector<Shared> headers_;
    std::vector<Shared> encodings_;
    std::string bytes_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SPOOLING_DOCUMENT_SPOOL_H
