/** @file position_cache.h
 *  @brief Where the first words of documents stand, kept from one grouping to the next.
 *
 *  Whether two documents have their words in the same order is told by where some words stand. A
 *  look-up of a word's position costs 6 microseconds, a dozen words of each document of a group an
 *  eighth of a rebuild.
 */
#ifndef DESCRY_COLLECTION_POSITION_CACHE_H
#define DESCRY_COLLECTION_POSITION_CACHE_H

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <descry/collection/contents.h>
#include <descry/distance/word_order.h>

namespace descry {

/// The positions of the first of words_of_order_sketch(), in its order.
using FirstPositions = std::vector<std::uint32_t>;

/// The positions that the entries of a sketch say.
/// @param words words_of_order_sketch() of the document
/// @param sketch its first FIRST_ORDERED_WORDS entries, or all there are
FirstPositions positions_of(std::span<const std::string_view> words, const OrderSketch& sketch);

/// The sketch that positions_of() was given.
OrderSketch order_sketch_of(std::span<const std::string_view> words,
                            const FirstPositions& positions);

/// The positions of the documents of a collection whose order was looked at.
/// Memory: some 120 bytes for each of these documents.
class PositionCache {
  public:
    struct Known {
        std::uint32_t content_hash = 0;  // its lower half
        FirstPositions positions;
    };

    /// What is known of a document with this content hash; nullptr: nothing. The words of such a
    /// document are those they were, but may stand elsewhere.
    const FirstPositions* find(DocumentNumber document, std::uint64_t content_hash) const;

    void keep(DocumentNumber document, std::uint64_t content_hash, FirstPositions positions);

    /// Takes what is known of other documents.
    void merge(PositionCache&& others);

    /// All of it, in no order.
    const std::unordered_map<DocumentNumber, Known>& documents() const { return known_; }

  private:
    std::unordered_map<DocumentNumber, Known> known_;
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_POSITION_CACHE_H
