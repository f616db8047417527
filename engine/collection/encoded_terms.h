/** @file encoded_terms.h
 *  @brief The terms of a document in bytes.
 */
#ifndef DESCRY_COLLECTION_ENCODED_TERMS_H
#define DESCRY_COLLECTION_ENCODED_TERMS_H

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/hashing/coding.h"

namespace descry {

/// Terms in the order added: length and wdf, as append_varint() writes them, and bytes of each.
class EncodedTerms {
  public:
    void add(std::string_view term, std::uint32_t wdf) {
        append_varint(bytes_, term.size());
        append_varint(bytes_, wdf);
        bytes_ += term;
    }

    bool empty() const { return bytes_.empty(); }
    void clear() { bytes_.clear(); }

    std::string_view bytes() const { return bytes_; }

    friend bool operator==(const EncodedTerms&, const EncodedTerms&) = default;

  private:
    std::string bytes_;
};

/// Calls visit(term, wdf) for each term, a view into @a bytes. @pre EncodedTerms::bytes()
template <typename Visit>
void for_each_encoded_term(std::string_view bytes, Visit&& visit) {
    while (!bytes.empty()) {
        const std::uint32_t size = take_varint(bytes).value();
        const std::uint32_t wdf = take_varint(bytes).value();
        visit(bytes.substr(0, size), wdf);
        bytes.remove_prefix(size);
    }
}

}  // namespace descry

#endif  // DESCRY_COLLECTION_ENCODED_TERMS_H
