/** @file key_numbers.h
 *  @brief Numbers for keys as they come.
 */
#ifndef DESCRY_PLUGIN_KEY_NUMBERS_H
#define DESCRY_PLUGIN_KEY_NUMBERS_H

#include <cstdint>
#include <string_view>
#include <vector>

#include <descry/hash.h>

namespace descry {

/// Gives equal keys equal numbers, 1 for the first. Keys are told apart by their 64-bit hashes, in
/// an open hash table (32 to 64 bytes a key): a map of strings costs ten times as much.
class KeyNumbers {
  public:
    std::uint32_t number_of(std::string_view key) {
        if (2 * std::size_t{last_} >= cells_.size()) grow();
        const std::uint64_t hash = hash64(key);
        Cell& cell = cell_of(hash);
        if (cell.number == 0) cell = {hash, ++last_};
        return cell.number;
    }

    /// How many keys there were.
    std::uint32_t last() const { return last_; }

  private:
    struct Cell {
        std::uint64_t hash = 0;
        std::uint32_t number = 0;  // 0: free
    };

    Cell& cell_of(std::uint64_t hash) {
        for (std::size_t i = hash;; ++i) {
            Cell& cell = cells_[i & (cells_.size() - 1)];
            if (cell.number == 0 || cell.hash == hash) return cell;
        }
    }

    void grow() {
        std::vector<Cell> old(cells_.empty() ? 1024 : 2 * cells_.size());
        old.swap(cells_);
        for (const Cell& cell : old) {
            if (cell.number != 0) cell_of(cell.hash) = cell;
        }
    }

    std::vector<Cell> cells_;
    std::uint32_t last_ = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_KEY_NUMBERS_H
