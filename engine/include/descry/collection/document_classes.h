/** @file document_classes.h
 *  @brief What counting words needs to know of each document.
 */
#ifndef DESCRY_COLLECTION_DOCUMENT_CLASSES_H
#define DESCRY_COLLECTION_DOCUMENT_CLASSES_H

#include <cstdint>
#include <span>
#include <vector>

#include <descry/collection/contents.h>

namespace descry {

/// What counting needs to know of each document: its class of body length, and its place in the
/// sample. Shared by threads. 3 bytes a document.
class DocumentClasses {
  public:
    static constexpr std::uint8_t NOT_COUNTED = 255;
    static constexpr std::uint16_t NOT_IN_SAMPLE = 65535;

    /// @param sample documents by place in the sample
    /// @param min_body_length shorter documents are not counted
    DocumentClasses(const BodyLengths& lengths, std::span<const DocumentNumber> sample,
                    std::uint32_t min_body_length);

    std::size_t documents() const { return length_class_.size(); }
    /// Of a number below documents().
    std::uint8_t length_class(DocumentNumber document) const { return length_class_[document]; }
    std::uint16_t position(DocumentNumber document) const { return position_[document]; }

  private:
    std::vector<std::uint8_t> length_class_;
    std::vector<std::uint16_t> position_;
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_DOCUMENT_CLASSES_H
