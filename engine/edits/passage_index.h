/** @file passage_index.h
 *  @brief The positions of passages that other texts may share.
 */
#ifndef DESCRY_ENGINE_EDITS_PASSAGE_INDEX_H
#define DESCRY_ENGINE_EDITS_PASSAGE_INDEX_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace descry {

/// The passages of one text: 24 bytes from about every fourth beginning of a word on. The first
/// bytes of a word decide, so that all texts choose the same. Neighbouring passages overlap.
class PassageIndex {
  public:
    static constexpr std::size_t BYTES = 24;
    static constexpr std::uint32_t NONE = std::numeric_limits<std::uint32_t>::max();

    struct Passage {
        std::uint32_t hash;
        std::uint32_t position;  // bytes from the beginning of the text
    };

    PassageIndex() = default;

    /// Cost: some 2 nanoseconds per byte. Memory: two thirds of a text in usual languages.
    explicit PassageIndex(std::string_view text) { assign(text); }

    void assign(std::string_view text);

    /// Ascending by position.
    std::span<const Passage> passages() const { return passages_; }

    /// The position of the only passage in [begin, end) with this hash; NONE if not exactly one.
    std::uint32_t find_only(std::uint32_t hash, std::size_t begin, std::size_t end) const;

    std::size_t memory() const;

  private:
    void insert(std::uint32_t passage);
    std::size_t slot_of(std::uint32_t hash) const;

    std::vector<Passage> passages_;
    std::vector<std::uint32_t> slots_;  // indexes of passages, by hash; NONE: free
};

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_PASSAGE_INDEX_H
