/** @file key_interner.h
 *  @brief Numbers keys in order of appearance.
 */
#ifndef DESCRY_PLUGIN_BASE_KEY_INTERNER_H
#define DESCRY_PLUGIN_BASE_KEY_INTERNER_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <descry/hashing/hash.h>

namespace descry {

/// A list of keys in little more than their bytes.
class KeyList {
  public:
    void add(std::string_view key) {
        bytes_ += key;
        ends_.push_back(bytes_.size());
    }

    std::string_view operator[](std::size_t i) const {
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return std::string_view(bytes_).substr(begin, ends_[i] - begin);
    }

    std::size_t size() const { return ends_.size(); }

    void shrink_to_fit() {
        bytes_.shrink_to_fit();
        ends_.shrink_to_fit();
    }

  private:
    std::string bytes_;
    std::vector<std::size_t> ends_;
};

/// Gives equal keys equal numbers, from 1 on. Compares bytes, not hashes. Open addressing; 24 to 40
/// bytes per key plus its own, a third of a map of strings.
class KeyInterner {
  public:
    std::uint32_t number_of(std::string_view key) {
        if (2 * keys_.size() >= cells_.size()) grow();
        const auto hash = static_cast<std::uint32_t>(secret_hash(key));
        Cell& cell = find(hash, [&](std::uint32_t number) { return keys_[number - 1] == key; });
        if (cell.number == 0) {
            keys_.add(key);
            cell = {hash, last()};
        }
        return cell.number;
    }

    /// Number of distinct keys.
    std::uint32_t last() const { return static_cast<std::uint32_t>(keys_.size()); }

    /// Key n is at n - 1.
    const KeyList& keys() const { return keys_; }

    /// Do not use this object afterwards.
    KeyList take_keys() { return std::move(keys_); }

  private:
    struct Cell {
        std::uint32_t hash = 0;
        std::uint32_t number = 0;  // 0: free
    };

    template <typename IsEqual>
    Cell& find(std::uint32_t hash, IsEqual&& is_equal) {
        for (std::size_t i = hash;; ++i) {
            Cell& cell = cells_[i & (cells_.size() - 1)];
            if (cell.number == 0 || (cell.hash == hash && is_equal(cell.number))) return cell;
        }
    }

    void grow() {
        std::vector<Cell> old(cells_.empty() ? 1024 : 2 * cells_.size());
        old.swap(cells_);
        for (const Cell& cell : old) {
            if (cell.number != 0) find(cell.hash, [](std::uint32_t) { return false; }) = cell;
        }
    }

    std::vector<Cell> cells_;
    KeyList keys_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_KEY_INTERNER_H
