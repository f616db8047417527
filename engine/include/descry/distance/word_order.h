/** @file word_order.h
 *  @brief Whether two documents of the same words have them in the same order.
 *
 *  A bag of words cannot see that paragraphs changed places; positions, where an index stores
 *  them, can. Refusing what stands in another order lifts the share of right pairs from 76 to 86 %
 *  on Japanese laws (moved articles) and costs nothing elsewhere (docs/method.md).
 */
#ifndef DESCRY_DISTANCE_WORD_ORDER_H
#define DESCRY_DISTANCE_WORD_ORDER_H

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <descry/distance/term_count.h>

namespace descry {

/// Words that stand exactly once in both documents are looked at when there are at least this many.
inline constexpr std::size_t MIN_ORDERED_WORDS = 8;

/// The share of them that may be out of order, in percent.
inline constexpr unsigned MAX_DISORDER_PERCENT = 20;

/// Words of one document whose positions are looked at, at most: enough to see a moved paragraph.
inline constexpr std::size_t ORDERED_WORDS = 40;

/// How many of them are looked at first: where they are all in order, the others are not read.
inline constexpr std::size_t FIRST_ORDERED_WORDS = 12;

/// The position of a word without positions.
inline constexpr std::uint32_t NO_POSITION = std::numeric_limits<std::uint32_t>::max();

/// A word that stands once in a document, and where.
struct PositionedWord {
    std::uint64_t hash = 0;
    std::uint32_t position = 0;

    friend bool operator==(const PositionedWord&, const PositionedWord&) = default;
};

/// Words of a document with their positions, ascending by hash: those of smallest hash, so that two
/// documents of the same words mostly have the same ones here.
using OrderSketch = std::vector<PositionedWord>;

/// The terms of a document whose positions make its sketch: of those that stand once, the
/// ORDERED_WORDS of smallest hash, ascending by it.
/// @param hashes order_hash() of each term, where they are known; else none
std::vector<std::string_view> words_of_order_sketch(std::span<const TermCount> terms,
                                                    std::span<const std::uint64_t> hashes = {});

/// The hash of a term in a sketch.
std::uint64_t order_hash(std::string_view term);

/// The sketch of a document.
/// @param words words_of_order_sketch() of its terms
/// @param position_of tells of a word where it stands, or NO_POSITION
/// @param entries at most: the first of the whole sketch
/// @param known its first entries, read before
template <typename PositionOf>
OrderSketch make_order_sketch(std::span<const std::string_view> words, PositionOf&& position_of,
                              std::size_t entries = ORDERED_WORDS, OrderSketch known = {}) {
    OrderSketch sketch = std::move(known);
    const std::uint64_t last_known = sketch.empty() ? 0 : sketch.back().hash;
    for (const std::string_view word : words) {
        if (sketch.size() == entries) break;
        const std::uint64_t hash = order_hash(word);
        if (!sketch.empty() && hash <= last_known) continue;
        const std::uint32_t position = position_of(word);
        if (position != NO_POSITION) sketch.push_back({hash, position});
    }
    return sketch;
}

/// True when of the first FIRST_ORDERED_WORDS words of two sketches at least MIN_ORDERED_WORDS are
/// in both, all in the same order: then order_differs() is false, whatever the others say.
bool first_words_agree(const OrderSketch& a, const OrderSketch& b);

/// True when too many words change places between two documents: of the words of both sketches,
/// more than MAX_DISORDER_PERCENT lie outside the longest run that keeps its order. False where
/// they have fewer than MIN_ORDERED_WORDS in common, or their first words agree.
bool order_differs(const OrderSketch& a, const OrderSketch& b);

/// The length of the longest subsequence that never falls: words that share a position, as synonyms
/// do, are not out of order. Cost: n log n.
std::size_t longest_ordered_subsequence(std::span<const std::uint32_t> values);

}  // namespace descry

#endif  // DESCRY_DISTANCE_WORD_ORDER_H
