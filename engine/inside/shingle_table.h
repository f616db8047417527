/** @file shingle_table.h
 *  @brief Which of many texts may stand inside a text that comes along.
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

/// Words of a shingle that texts are looked up by.
inline constexpr std::size_t SHINGLE_WORDS = 4;

/// Hashes of the successive words of a canonical text, SHINGLE_WORDS each, in their order; of a
/// shorter text none. The same in every run.
std::vector<std::uint64_t> word_shingles(std::string_view text);

/// The 24 least of them, ascending and distinct: what ShingleTable::add() wants of a text.
std::vector<std::uint64_t> least_shingles(std::vector<std::uint64_t> shingles);

/// least_shingles() of a text that others may hold; none where it has fewer than @a min_words.
std::vector<std::uint64_t> sought_shingles(std::string_view text, std::uint32_t min_words);

/// Texts by the least of the hashes of their shingles: the 16 least that are not in more than 400
/// of them.
///
/// Memory: 300 bytes a text until close(), then 200.
class ShingleTable {
  public:
    static constexpr std::size_t LEAST = 16;
    static constexpr std::size_t FREQUENT = 400;

    /// How many of a text's @a hashes a container has at least: a quarter, and one.
    static constexpr std::uint32_t wanted(std::size_t hashes) {
        return static_cast<std::uint32_t>(std::max<std::size_t>(1, (hashes + 3) / 4));
    }

    /// Takes one more. Texts are numbered from 0 on. @param shingles least_shingles()
    void add(std::span<const std::uint64_t> shingles);

    /// To be called behind the last.
    void close();

    std::uint32_t size() const { return static_cast<std::uint32_t>(wanted_.size()); }

    /// What a thread needs to look up texts.
    struct Scratch {
        std::vector<std::uint32_t> stamps;  // by distinct hash
        std::vector<std::uint32_t> common;  // by text
        std::vector<std::uint32_t> touched;
        std::uint32_t stamp = 0;
    };

    /// The texts of whose hashes wanted() are among @a shingles, ascending. Cost: some nanoseconds
    /// a shingle.
    std::vector<std::uint32_t> candidates(std::span<const std::uint64_t> shingles,
                                          Scratch& scratch) const;

  private:
    struct Posting {
        std::uint64_t hash;
        std::uint32_t text;
    };

    std::size_t find(std::uint64_t hash) const;

    std::vector<Posting> postings_;      // until close()
    std::vector<std::uint32_t> wanted_;  // by text: hashes that it has in common at least
    std::vector<std::uint64_t> hashes_;  // distinct, ascending
    std::vector<std::uint32_t> ends_;    // by hash: of its texts
    std::vector<std::uint32_t> texts_;
    std::vector<std::uint32_t> first_of_;  // by the highest bits of a hash
    unsigned shift_ = 0;
    std::vector<std::uint64_t> seen_;  // bits by the lowest bits of a hash
};

}  // namespace descry

#endif  // DESCRY_ENGINE_INSIDE_SHINGLE_TABLE_H
