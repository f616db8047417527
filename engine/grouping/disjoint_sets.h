/** @file disjoint_sets.h
 *  @brief Disjoint sets of numbers.
 */
#ifndef DESCRY_ENGINE_GROUPING_DISJOINT_SETS_H
#define DESCRY_ENGINE_GROUPING_DISJOINT_SETS_H

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace descry {

/// Union-find (Tarjan, JACM 22, 1975) with path halving. Memory: 4 bytes per number.
class DisjointSets {
  public:
    explicit DisjointSets(std::size_t numbers = 0) : parent_(numbers) {
        std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
    }

    void add() { parent_.push_back(static_cast<std::uint32_t>(parent_.size())); }

    /// The least number of its set.
    std::uint32_t first_of(std::uint32_t p) {
        while (parent_[p] != p)
            p = parent_[p] = parent_[parent_[p]];
        return p;
    }

    bool are_joined(std::uint32_t a, std::uint32_t b) { return first_of(a) == first_of(b); }

    void join(std::uint32_t a, std::uint32_t b) {
        a = first_of(a);
        b = first_of(b);
        if (a < b) {
            parent_[b] = a;
        } else {
            parent_[a] = b;
        }
    }

  private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_GROUPING_DISJOINT_SETS_H
