/** @file shingle_table.h
 *  @brief Looks up which of many texts may stand inside a new text.
 */
#ifndef DESCRY_ENGINE_INSIDE_SHINGLE_TABLE_H
#define DESCRY_ENGINE_INSIDE_SHINGLE_TABLE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace descry {

inline constexpr std::size_t SHINGLE_WORDS = 4;

/// Reproducible hashes of every SHINGLE_WORDS successive words of a canonical text, in order.
std::vector<std::uint64_t> word_shingles(std::string_view text);

/// The 24 least, ascending and distinct, for ShingleTable::add().
std::vector<std::uint64_t> least_shingles(std::vector<std::uint64_t> shingles);

/// least_shingles() of a text; none if it has fewer than @a min_words.
std::vector<std::uint64_t> shingles_to_find(std::string_view text, std::uint32_t min_words);

/// Texts by their LEAST least shingle hashes that at most FREQUENT texts have. Memory: 300 bytes
/// per text until close(), then 200.
class ShingleTable {
  public:
    static constexpr std::size_t LEAST = 16;
    static constexpr std::size_t FREQUENT = 400;

    /// How many of a text's @a hashes a container must have: a quarter, and at least one.
    static constexpr std::uint32_t wanted(std::size_t hashes) {
        return static_cast<std::uint32_t>(std::max<std::size_t>(1, (hashes + 3) / 4));
    }

    /// Adds a text; texts are numbered from 0 on. @param shingles least_shingles()
    void add(std::span<const std::uint64_t> shingles);

    /// Call after the last add().
    void close();

    std::uint32_t size() const { return static_cast<std::uint32_t>(wanted_.size()); }

    struct Scratch {
        std::vector<std::uint32_t> stamps;  // by distinct hash
        std::vector<std::uint32_t> common;  // by text
        std::vector<std::uint32_t> touched;
        std::uint32_t stamp = 0;
    };

    /// The texts of whose hashes wanted() are among @a shingles, ascending. Cost: some ns per
    /// shingle.
    std::vector<std::uint32_t> candidates(std::span<const std::uint64_t> shingles,
                                          Scratch& scratch) const;

  private:
    struct Posting {
        std::uint64_t hash;
        std::uint32_t text;
    };

    std::size_t find(std::uint64_t hash) const;

    std::vector<Posting> postings_;      // until close()
    std::vector<std::uint32_t> wanted_;  // by text: wanted()
    std::vector<std::uint64_t> hashes_;  // distinct, ascending
    std::vector<std::uint32_t> ends_;    // by hash: the end of its texts
    std::vector<std::uint32_t> texts_;
    std::vector<std::uint32_t> first_of_;  // by the highest bits of a hash
    unsigned shift_ = 0;
    std::vector<std::uint64_t> seen_;  // bits by the lowest bits of a hash
};

}  // namespace descry

#endif  // DESCRY_ENGINE_INSIDE_SHINGLE_TABLE_H
