/** @file java_hash_map_oracle.h
 *  @brief java.util.HashMap written the obvious way: pointers, one list and one tree for each bin.
 */
#ifndef DESCRY_TESTS_JAVA_HASH_MAP_ORACLE_H
#define DESCRY_TESTS_JAVA_HASH_MAP_ORACLE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace descry::testing {

/// Counts ASCII tokens. Linear in the bins and lists where the product is clever.
class JavaHashMapOracle {
  public:
    struct Node {
        std::string token;
        std::int32_t hash = 0;
        std::uint32_t count = 0;
        Node* left = nullptr;
        Node* right = nullptr;
        Node* parent = nullptr;
        bool red = false;
    };

    void add(const std::string& token, std::int32_t java_hash) {
        const auto bits = static_cast<std::uint32_t>(java_hash);
        const auto hash = static_cast<std::int32_t>(bits ^ (bits >> 16));
        const std::size_t place = static_cast<std::uint32_t>(hash) % bins_.size();
        for (Node* node : bins_[place].list) {
            if (node->token == token) {
                ++node->count;
                return;
            }
        }
        nodes_.push_back({.token = token, .hash = hash, .count = 1});
        Node* added = &nodes_.back();
        if (bins_[place].root != nullptr) {
            add_to_tree(bins_[place], added);
        } else {
            bins_[place].list.push_back(added);
            if (bins_[place].list.size() >= 9) list_is_too_long(place);
        }
        if (4 * nodes_.size() > 3 * bins_.size()) grow();
    }

    /// In HashMap's iteration order.
    std::vector<const Node*> nodes() const {
        std::vector<const Node*> all;
        for (const Bin& bin : bins_)
            all.insert(all.end(), bin.list.begin(), bin.list.end());
        return all;
    }

    std::size_t bins() const { return bins_.size(); }

    std::size_t tree_bins() const {
        return static_cast<std::size_t>(std::count_if(
            bins_.begin(), bins_.end(), [](const Bin& bin) { return bin.root != nullptr; }));
    }

  private:
    struct Bin {
        std::vector<Node*> list;
        Node* root = nullptr;
    };

    void list_is_too_long(std::size_t place) {
        if (bins_.size() < 64) {
            grow();
        } else {
            build_tree(bins_[place]);
        }
    }

    static bool less(const Node* a, const Node* b) {
        return a->hash != b->hash ? a->hash < b->hash : a->token < b->token;
    }

    // Puts `added` below its parent in the tree, which is returned.
    static Node* hang(Bin& bin, Node* added) {
        Node* parent = bin.root;
        for (;;) {
            Node*& child = less(added, parent) ? parent->left : parent->right;
            if (child == nullptr) {
                child = added;
                added->parent = parent;
                return parent;
            }
            parent = child;
        }
    }

    static void add_to_tree(Bin& bin, Node* added) {
        Node* parent = hang(bin, added);
        bin.list.insert(std::find(bin.list.begin(), bin.list.end(), parent) + 1, added);
        repair(bin, added);
        root_to_front(bin);
    }

    static void build_tree(Bin& bin) {
        bin.root = nullptr;
        for (Node* node : bin.list) {
            node->left = node->right = node->parent = nullptr;
            node->red = false;
            if (bin.root == nullptr) {
                bin.root = node;
            } else {
                hang(bin, node);
                repair(bin, node);
            }
        }
        root_to_front(bin);
    }

    static void root_to_front(Bin& bin) {
        const auto root = std::find(bin.list.begin(), bin.list.end(), bin.root);
        std::rotate(bin.list.begin(), root, root + 1);
    }

    static void rotate_left(Bin& bin, Node* x) {
        Node* y = x->right;
        x->right = y->left;
        if (y->left != nullptr) y->left->parent = x;
        replace(bin, x, y);
        y->left = x;
        x->parent = y;
    }

    static void rotate_right(Bin& bin, Node* x) {
        Node* y = x->left;
        x->left = y->right;
        if (y->right != nullptr) y->right->parent = x;
        replace(bin, x, y);
        y->right = x;
        x->parent = y;
    }

    static void replace(Bin& bin, Node* x, Node* y) {
        y->parent = x->parent;
        if (x->parent == nullptr) {
            bin.root = y;
        } else if (x == x->parent->left) {
            x->parent->left = y;
        } else {
            x->parent->right = y;
        }
    }

    // RB-INSERT-FIXUP of Cormen et al., both sides written out.
    static void repair(Bin& bin, Node* z) {
        z->red = true;
        while (z->parent != nullptr && z->parent->red) {
            Node* grand = z->parent->parent;
            if (z->parent == grand->left) {
                Node* uncle = grand->right;
                if (uncle != nullptr && uncle->red) {
                    z->parent->red = uncle->red = false;
                    grand->red = true;
                    z = grand;
                } else {
                    if (z == z->parent->right) rotate_left(bin, z = z->parent);
                    z->parent->red = false;
                    grand->red = true;
                    rotate_right(bin, grand);
                }
            } else {
                Node* uncle = grand->left;
                if (uncle != nullptr && uncle->red) {
                    z->parent->red = uncle->red = false;
                    grand->red = true;
                    z = grand;
                } else {
                    if (z == z->parent->left) rotate_right(bin, z = z->parent);
                    z->parent->red = false;
                    grand->red = true;
                    rotate_left(bin, grand);
                }
            }
        }
        bin.root->red = false;
    }

    void grow() {
        std::vector<Bin> old(2 * bins_.size());
        old.swap(bins_);
        for (const Bin& bin : old) {
            std::vector<std::size_t> touched;
            for (Node* node : bin.list) {
                const std::size_t place = static_cast<std::uint32_t>(node->hash) % bins_.size();
                if (bins_[place].list.empty()) touched.push_back(place);
                bins_[place].list.push_back(node);
            }
            if (bin.root == nullptr) continue;
            for (const std::size_t place : touched) {
                if (bins_[place].list.size() <= 6) continue;
                if (touched.size() == 1) {
                    bins_[place].root = bin.root;
                } else {
                    build_tree(bins_[place]);
                }
            }
        }
    }

    std::deque<Node> nodes_;
    std::vector<Bin> bins_ = std::vector<Bin>(16);
};

}  // namespace descry::testing

#endif  // DESCRY_TESTS_JAVA_HASH_MAP_ORACLE_H
