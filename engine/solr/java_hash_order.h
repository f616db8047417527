/** @file java_hash_order.h
 *  @brief Counts tokens in the iteration order of Java's HashMap.
 *
 *  Solr's TextProfileSignature breaks ties between equally frequent tokens by the iteration order
 *  of a java.util.HashMap<String, ...> filled with get and put. That order is part of the
 *  signature, so the table itself is reproduced here and doubles as the token counter.
 *
 *  The rules (java.util.HashMap, Java 8 and later; the same in 17 and 25):
 *  - a bin is chosen by h ^ (h >>> 16), h = String.hashCode, modulo the number of bins (16 at
 *    first);
 *  - a new token goes to the end of its bin; when there are more tokens than 3/4 of the bins, the
 *    bins double, and each splits into two that keep their order;
 *  - the 9th token of a bin doubles the bins if there are fewer than 64; otherwise that bin becomes
 *    a red-black tree (by hash, then String.compareTo), which remains a list as well: its root
 *    moves to the front, a new token follows its parent in the tree;
 *  - a tree that splits turns into lists (6 tokens or fewer) or is rebuilt.
 *
 *  The order depends on the history, not only on the contents: a former tree leaves its trace. Java
 *  7 and earlier used another order.
 */
#ifndef DESCRY_SOLR_JAVA_HASH_ORDER_H
#define DESCRY_SOLR_JAVA_HASH_ORDER_H

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace descry {

/// Java's String.compareTo on valid UTF-8: by UTF-16 units, so characters beyond U+FFFF precede
/// U+E000 to U+FFFF, and prefixes come first. Cost: linear in the common prefix.
std::strong_ordering java_string_order(std::string_view a, std::string_view b);

/** A HashMap<String, counter>, reusable from document to document.
 *
 *  Cost: add() is constant on average and logarithmic in the number of tokens with one hash, even
 *  if all collide. Memory: 24 bytes per distinct token, 4 per bin, the tokens' bytes, and 20 per
 *  token once any bin became a tree.
 */
class JavaHashCounter {
  public:
    JavaHashCounter();

    /// Counts one occurrence of @a token; @a java_hash is its String.hashCode(). At most 2^31 - 2
    /// distinct tokens, and 2^31 - 1 occurrences of one (as Java's counter).
    void add(std::string_view token, std::int32_t java_hash);

    std::size_t distinct() const { return nodes_.size() - 1; }

    /// Occurrences of the most frequent token; 0 if none. Cost: linear.
    std::uint32_t max_count() const;

    /// Number of bins: a power of two from 16 on.
    std::size_t bins() const { return heads_.size(); }

    /// Number of bins that are trees. Cost: linear in the bins; for tests.
    std::size_t tree_bins() const;

    /// Calls @a sink(std::string_view token, std::uint32_t count) in HashMap's iteration order.
    /// Views are valid until the next add() or clear().
    template <typename Sink>
    void for_each(Sink&& sink) const {
        for (const std::uint32_t head : heads_) {
            for (std::uint32_t i = head & ~TREE; i != NONE; i = nodes_[i].next) {
                sink(token_of(nodes_[i]), nodes_[i].count);
            }
        }
    }

    /// Calls @a sink(std::string_view token, std::uint32_t count, std::uint64_t place) for each
    /// token counted at least @a minimum times, in any order; sorting by @a place gives HashMap's
    /// iteration order. Cheaper than for_each() if few tokens are that frequent.
    template <typename Sink>
    void for_each_at_least(std::uint32_t minimum, Sink&& sink) const {
        if (!trees_.empty() || minimum <= 1) {
            std::uint64_t place = 0;
            for_each([&](std::string_view token, std::uint32_t count) {
                if (count >= minimum) sink(token, count, place);
                ++place;
            });
            return;
        }
        // Without trees a bin's order is that of arrival.
        for (std::size_t i = 1; i < nodes_.size(); ++i) {
            const Node& node = nodes_[i];
            if (node.count < minimum) continue;
            sink(token_of(node), node.count, std::uint64_t{bin_of(node.hash)} << 32 | i);
        }
    }

    /// Empties it, keeping the memory.
    void clear();

  private:
    static constexpr std::uint32_t NONE = 0;         // node 0 stands for "no node"
    static constexpr std::uint32_t TREE = 1U << 31;  // set in heads_ if the bin is a tree

    struct Node {
        std::size_t offset = 0;    // of the token's bytes in bytes_
        std::uint32_t length = 0;  // in bytes
        std::int32_t hash = 0;     // spread
        std::uint32_t count = 0;
        std::uint32_t next = NONE;  // in the bin
    };
    struct TreeNode {
        std::uint32_t child[2] = {NONE, NONE};  // smaller, greater
        std::uint32_t parent = NONE;
        std::uint32_t previous = NONE;  // in the bin; unset for the first
        bool red = false;
    };
    struct BinPart;

    std::string_view token_of(const Node& node) const {
        return {bytes_.data() + node.offset, node.length};
    }
    std::size_t bin_of(std::int32_t hash) const {
        return static_cast<std::uint32_t>(hash) & (heads_.size() - 1);
    }
    std::uint32_t new_node(std::string_view token, std::int32_t hash);
    void add_to_list(std::size_t bin, std::string_view token, std::int32_t hash);
    void double_bins();
    void relink_lists();
    void append(BinPart& part, std::uint32_t node);
    void finish_part(const BinPart& part, std::size_t bin, bool tree, bool whole);

    void add_to_tree(std::size_t bin, std::string_view token, std::int32_t hash);
    void make_tree(std::size_t bin);
    std::uint32_t insert_fixup(std::uint32_t root, std::uint32_t node);
    void rotate(std::uint32_t& root, std::uint32_t node, bool to_greater);
    void attach(std::uint32_t parent, std::uint32_t node, bool greater);
    void root_to_front(std::size_t bin, std::uint32_t root);
    std::strong_ordering tree_order(std::string_view token, std::int32_t hash,
                                    const Node& node) const;

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> heads_;
    std::vector<TreeNode> trees_;  // parallel to nodes_ as far as trees need it
    std::string bytes_;
};

/// Double.toString() of JDK 8 to 18: "1.0", "1.0E7", "0.001", "9.999E-4", "NaN". Some numbers have
/// more digits than needed ("1.9999999999999998E23", "5.6843418860808015E-14"), which JDK 19 prints
/// shorter ("2.0E23", "5.684341886080802E-14"; JDK-4511638): Solr's signatures of such numbers
/// depend on its Java. Equal to JDK 17 for 600,000 numbers of eight kinds. Source: the computation
/// of jdk.internal.math.FloatingDecimal (digits as by Steele and White with a symmetric end, in
/// integers of three widths that end differently). Cost: under a microsecond for numbers of a
/// common size; up to 30 for 1E-300.
std::string java_double_text(double number);

/// String.valueOf() of the value that Solr's JSON loader makes of a JSON number: a Long ("10", "-0"
/// is "0"), a Double ("1.0", "1e7" is "1.0E7", "1e999" is "Infinity") or, for numbers beyond 64
/// bits and of more than some twenty characters, the characters themselves. Source:
/// org.noggit.JSONParser and JsonLoader of Solr 9. @pre @a json_number is a number by RFC 8259
std::string solr_number_text(std::string_view json_number);

}  // namespace descry

#endif  // DESCRY_SOLR_JAVA_HASH_ORDER_H
