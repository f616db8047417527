/** @file anchored_edits.h
 *  @brief A way from one text to another along what they have in common.
 */
#ifndef DESCRY_ENGINE_EDITS_ANCHORED_EDITS_H
#define DESCRY_ENGINE_EDITS_ANCHORED_EDITS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace descry {

/// Some passages of a text, 24 bytes from the beginning of a word on: the same in all texts that
/// have them. Positions are below 2^32 - 2.
/// Memory: 12 to 20 bytes for each, of which there is one for four words.
class Passages {
  public:
    /// Cost: a nanosecond a byte.
    explicit Passages(std::string_view text);

    struct Passage {
        std::uint32_t hash;
        std::uint32_t position;
    };

    /// Ascending by position.
    std::span<const Passage> all() const { return passages_; }

    /// Where the text has the passage; ABSENT or REPEATED: nowhere, or in several places.
    std::uint32_t position(std::uint32_t hash) const { return table_[find(hash)].position; }

    static constexpr std::uint32_t ABSENT = 0xffffffff;
    static constexpr std::uint32_t REPEATED = 0xfffffffe;

    /// Bytes of memory held.
    std::size_t memory() const {
        return sizeof(Passages) + (passages_.capacity() + table_.capacity()) * sizeof(Passage);
    }

  private:
    std::size_t find(std::uint32_t hash) const;

    std::vector<Passage> passages_;
    std::vector<Passage> table_;
};

/// Edits of one character that make @a b of @a a, not always as few as can be; nullopt when they
/// are more than @a max_edits.
///
/// Passages that each text has once, in the longest
/// sequence that is ascending in both, are left as they are and stretched as far as both texts
/// agree; what is between them is compared exactly where it is short, and replaced where it is
/// long.
/// @param a, b canonical texts, valid UTF-8
/// @param passages_of_a, passages_of_b theirs
/// @param is_ascii both are ASCII
/// Cost: a few nanoseconds a passage, and that of what is between. Memory: that of the thread,
/// linear in their words.
std::optional<std::size_t> anchored_edits(std::string_view a, const Passages& passages_of_a,
                                          std::string_view b, const Passages& passages_of_b,
                                          bool is_ascii, std::size_t max_edits);

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_ANCHORED_EDITS_H
