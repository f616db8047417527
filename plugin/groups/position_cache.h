/** @file position_cache.h
 *  @brief Where the first words of documents stand, kept from one grouping to the next.
 *
 *  Whether two documents have their words in the same order is told by where some words stand. A
 *  look-up of a word's position costs 6 microseconds, a dozen words of each document of a group an
 *  eighth of a rebuild.
 */
#ifndef DESCRY_PLUGIN_GROUPS_POSITION_CACHE_H
#define DESCRY_PLUGIN_GROUPS_POSITION_CACHE_H

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <xapian.h>

#include <descry/distance/word_order.h>

namespace descry {

/// The position of a word without positions.
inline constexpr Xapian::termpos NO_POSITION = std::numeric_limits<Xapian::termpos>::max();

/// The positions of the first of words_of_order_sketch(), in its order.
using FirstPositions = std::vector<Xapian::termpos>;

/// The positions that the entries of a sketch say.
/// @param words words_of_order_sketch() of the document
/// @param sketch its first FIRST_ORDERED_WORDS entries, or all there are
FirstPositions positions_of(std::span<const std::string_view> words, const OrderSketch& sketch);

/// The sketch that positions_of() was given.
OrderSketch order_sketch_of(std::span<const std::string_view> words,
                            const FirstPositions& positions);

/// The positions of the documents of an index whose order was looked at, as records of the
/// metadata, 64 documents to a record. Memory: some 120 bytes for each of these documents.
class PositionCache {
  public:
    /// What the index keeps. Cost: 10 microseconds a record.
    static PositionCache read(const Xapian::Database& db);

    /// What is known of a document with this content hash; nullptr: nothing. The words of such a
    /// document are those they were, but may stand elsewhere.
    const FirstPositions* find(Xapian::docid did, std::uint64_t content_hash) const;

    void keep(Xapian::docid did, std::uint64_t content_hash, FirstPositions positions);

    /// Writes the records; no others are left.
    void write(Xapian::WritableDatabase& db) const;

  private:
    struct Known {
        std::uint32_t content_hash = 0;  // its lower half
        FirstPositions positions;
    };
    std::unordered_map<Xapian::docid, Known> known_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_POSITION_CACHE_H
