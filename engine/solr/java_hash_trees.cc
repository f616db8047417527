// The bins of JavaHashCounter that are red-black trees. Only their list order is visible from
// outside, but it depends on the shape of the trees, so insertion is the textbook's, as Java's is
// (Cormen et al., Introduction to Algorithms, RB-INSERT).

#include <utility>

#include "engine/solr/java_hash_order.h"

namespace descry {

std::strong_ordering JavaHashCounter::tree_order(std::string_view token, std::int32_t hash,
                                                 const Node& node) const {
    if (hash != node.hash) return hash <=> node.hash;  // signed, as in Java
    return java_string_order(token, token_of(node));
}

void JavaHashCounter::add_to_tree(std::size_t bin, std::string_view token, std::int32_t hash) {
    const std::uint32_t root = heads_[bin] & ~TREE;  // the root is always in front
    std::uint32_t parent = root;
    bool greater = false;
    for (std::uint32_t i = root; i != NONE; i = trees_[i].child[greater]) {
        const std::strong_ordering order = tree_order(token, hash, nodes_[i]);
        if (order == std::strong_ordering::equal) {
            ++nodes_[i].count;
            return;
        }
        parent = i;
        greater = order == std::strong_ordering::greater;
    }
    const std::uint32_t added = new_node(token, hash);
    trees_.resize(nodes_.size());
    const std::uint32_t after = nodes_[parent].next;
    nodes_[added].next = after;
    nodes_[parent].next = added;
    trees_[added].previous = parent;
    if (after != NONE) trees_[after].previous = added;
    attach(parent, added, greater);
    root_to_front(bin, insert_fixup(root, added));
    if (distinct() > heads_.size() / 4 * 3) double_bins();
}

// Builds the tree of a bin from its list, in the list's order.
void JavaHashCounter::make_tree(std::size_t bin) {
    trees_.resize(nodes_.size());
    std::uint32_t root = NONE;
    std::uint32_t previous = NONE;
    for (std::uint32_t added = heads_[bin]; added != NONE; added = nodes_[added].next) {
        trees_[added] = {};
        trees_[added].previous = std::exchange(previous, added);
        std::uint32_t parent = NONE;
        bool greater = false;
        for (std::uint32_t i = root; i != NONE; i = trees_[i].child[greater]) {
            const Node& node = nodes_[added];
            parent = i;
            greater =
                tree_order(token_of(node), node.hash, nodes_[i]) == std::strong_ordering::greater;
        }
        if (parent != NONE) attach(parent, added, greater);
        root = insert_fixup(parent != NONE ? root : added, added);
    }
    root_to_front(bin, root);
}

void JavaHashCounter::attach(std::uint32_t parent, std::uint32_t node, bool greater) {
    trees_[parent].child[greater] = node;
    trees_[node].parent = parent;
}

// Restores the colours after `node` became a leaf. Returns the root, which may have changed.
std::uint32_t JavaHashCounter::insert_fixup(std::uint32_t root, std::uint32_t node) {
    trees_[node].red = true;
    while (node != root && trees_[trees_[node].parent].red) {
        std::uint32_t parent = trees_[node].parent;
        const std::uint32_t grandparent = trees_[parent].parent;  // the root is black
        const bool side = trees_[grandparent].child[1] == parent;
        const std::uint32_t uncle = trees_[grandparent].child[!side];
        if (uncle != NONE && trees_[uncle].red) {
            trees_[parent].red = trees_[uncle].red = false;
            trees_[grandparent].red = true;
            node = grandparent;
            continue;
        }
        if (trees_[parent].child[!side] == node) {
            rotate(root, parent, side);
            std::swap(node, parent);
        }
        trees_[parent].red = false;
        trees_[grandparent].red = true;
        rotate(root, grandparent, !side);
    }
    trees_[root].red = false;
    return root;
}

// Moves `node` down to one side; its child of the other side takes its place.
void JavaHashCounter::rotate(std::uint32_t& root, std::uint32_t node, bool to_greater) {
    const std::uint32_t parent = trees_[node].parent;
    const std::uint32_t riser = trees_[node].child[!to_greater];
    const std::uint32_t inner = trees_[riser].child[to_greater];
    trees_[node].child[!to_greater] = inner;
    if (inner != NONE) trees_[inner].parent = node;
    trees_[riser].parent = parent;
    if (parent == NONE) {
        root = riser;
    } else {
        trees_[parent].child[trees_[parent].child[1] == node] = riser;
    }
    attach(riser, node, to_greater);
}

void JavaHashCounter::root_to_front(std::size_t bin, std::uint32_t root) {
    const std::uint32_t first = heads_[bin] & ~TREE;
    heads_[bin] = root | TREE;
    if (root == first) return;
    const std::uint32_t before = trees_[root].previous;
    const std::uint32_t after = nodes_[root].next;
    nodes_[before].next = after;
    if (after != NONE) trees_[after].previous = before;
    nodes_[root].next = first;
    trees_[first].previous = root;
}

}  // namespace descry
