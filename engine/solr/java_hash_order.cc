#include "engine/solr/java_hash_order.h"

#include <algorithm>
#include <utility>

namespace descry {

namespace {

// Constants of java.util.HashMap.
constexpr std::size_t FIRST_BINS = 16;
constexpr std::size_t LONGEST_LIST = 8;
constexpr std::size_t SHORTEST_TREE = 7;
constexpr std::size_t FEWEST_BINS_FOR_TREES = 64;

// Orders bytes of UTF-8 as UTF-16: U+E000 to U+FFFF (0xEE, 0xEF) follow all four-byte characters.
unsigned utf16_rank(unsigned char byte) {
    return byte == 0xEE || byte == 0xEF ? byte + 0x10U : byte;
}

}  // namespace

std::strong_ordering java_string_order(std::string_view a, std::string_view b) {
    return std::lexicographical_compare_three_way(
        a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
            return utf16_rank(static_cast<unsigned char>(x)) <=>
                   utf16_rank(static_cast<unsigned char>(y));
        });
}

// One half of a bin that splits: a list in the old order.
struct JavaHashCounter::BinPart {
    std::uint32_t first = NONE;
    std::uint32_t last = NONE;
    std::size_t size = 0;
};

JavaHashCounter::JavaHashCounter() : nodes_(1), heads_(FIRST_BINS, NONE) {}

void JavaHashCounter::clear() {
    nodes_.resize(1);
    heads_.assign(FIRST_BINS, NONE);
    trees_.clear();
    bytes_.clear();
}

void JavaHashCounter::add(std::string_view token, std::int32_t java_hash) {
    const auto bits = static_cast<std::uint32_t>(java_hash);
    const auto hash = static_cast<std::int32_t>(bits ^ (bits >> 16));
    const std::size_t bin = bin_of(hash);
    if ((heads_[bin] & TREE) != 0) {
        add_to_tree(bin, token, hash);
    } else {
        add_to_list(bin, token, hash);
    }
}

void JavaHashCounter::add_to_list(std::size_t bin, std::string_view token, std::int32_t hash) {
    std::uint32_t last = NONE;
    std::size_t length = 0;
    for (std::uint32_t i = heads_[bin]; i != NONE; i = nodes_[i].next) {
        Node& node = nodes_[i];
        if (node.hash == hash && token_of(node) == token) {
            ++node.count;
            return;
        }
        last = i;
        ++length;
    }
    const std::uint32_t added = new_node(token, hash);
    if (last == NONE) {
        heads_[bin] = added;
    } else {
        nodes_[last].next = added;
    }
    if (length >= LONGEST_LIST) {
        if (heads_.size() < FEWEST_BINS_FOR_TREES) {
            double_bins();
        } else {
            make_tree(bin);
        }
    }
    // Checked after the doubling above as well: both can happen on one token.
    if (distinct() > heads_.size() / 4 * 3) double_bins();
}

std::uint32_t JavaHashCounter::new_node(std::string_view token, std::int32_t hash) {
    Node node;
    node.offset = bytes_.size();
    node.length = static_cast<std::uint32_t>(token.size());
    node.hash = hash;
    node.count = 1;
    bytes_.append(token);
    nodes_.push_back(node);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t JavaHashCounter::max_count() const {
    std::uint32_t highest = 0;
    for (const Node& node : nodes_)
        highest = std::max(highest, node.count);
    return highest;
}

std::size_t JavaHashCounter::tree_bins() const {
    return static_cast<std::size_t>(std::count_if(
        heads_.begin(), heads_.end(), [](std::uint32_t head) { return (head & TREE) != 0; }));
}

void JavaHashCounter::append(BinPart& part, std::uint32_t node) {
    if (part.last == NONE) {
        part.first = node;
    } else {
        nodes_[part.last].next = node;
    }
    part.last = node;
    ++part.size;
}

// Without any tree, each bin lists its tokens in order of arrival, as nodes_ does: relinking them
// backwards gives the lists that splitting would.
void JavaHashCounter::relink_lists() {
    std::fill(heads_.begin(), heads_.end(), NONE);
    for (std::size_t i = nodes_.size() - 1; i > 0; --i) {
        nodes_[i].next =
            std::exchange(heads_[bin_of(nodes_[i].hash)], static_cast<std::uint32_t>(i));
    }
}

// Each bin splits by the next bit of its hashes; the upper half moves to the new bins.
void JavaHashCounter::double_bins() {
    const std::size_t half = heads_.size();
    heads_.resize(2 * half, NONE);
    if (trees_.empty()) return relink_lists();
    for (std::size_t bin = 0; bin < half; ++bin) {
        const std::uint32_t head = heads_[bin];
        if (head == NONE) continue;
        const bool tree = (head & TREE) != 0;
        BinPart lower;
        BinPart upper;
        for (std::uint32_t i = head & ~TREE; i != NONE;) {
            const std::uint32_t next = nodes_[i].next;
            append(bin_of(nodes_[i].hash) == bin ? lower : upper, i);
            i = next;
        }
        finish_part(lower, bin, tree, upper.size == 0);
        finish_part(upper, bin + half, tree, lower.size == 0);
    }
}

// Makes the list of a part the contents of `bin`. A tree that did not split keeps its shape.
void JavaHashCounter::finish_part(const BinPart& part, std::size_t bin, bool tree, bool whole) {
    heads_[bin] = part.first;
    if (part.first == NONE) return;
    nodes_[part.last].next = NONE;
    if (!tree || part.size < SHORTEST_TREE) return;
    if (whole) {
        heads_[bin] |= TREE;
    } else {
        make_tree(bin);
    }
}

}  // namespace descry
