/** @file canonical_text.h
 *  @brief A document's words in order, joined by one space: the text whose distances are measured.
 *
 *  Punctuation, case and whitespace are gone, as far as the index's recipe drops them.
 */
#ifndef DESCRY_DISTANCE_CANONICAL_TEXT_H
#define DESCRY_DISTANCE_CANONICAL_TEXT_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <descry/distance/bag_distance.h>

namespace descry {

/// How the order of a document's words is known, the weakest first.
enum class WordSource {
    NONE,       ///< nothing stored: the order is unknown
    POSITIONS,  ///< the positions of the terms
    TEXT,       ///< the stored text, cut by the index's analyzer
};

inline WordSource weaker(WordSource a, WordSource b) {
    return std::min(a, b);
}

/// "text", "positions" or "words", for commands and output.
const char* name_of(WordSource source);

/// How hard edits_at_most() searches for an alignment of long texts.
enum class Effort {
    /// Along common passages: misses about three in a hundred pairs within the limit, and takes
    /// some 15 microseconds for texts of 13,000 characters.
    QUICK,
    /// If that alignment takes up to a quarter more edits than the limit, and neither text is very
    /// long, computes the exact distance: up to a millisecond.
    THOROUGH,
};

class PassageIndex;

/// Bounds of a distance: least <= distance <= most.
struct DistanceRange {
    DistanceMillionths least = 0;
    DistanceMillionths most = 0;
};

class CanonicalText {
  public:
    CanonicalText() = default;

    /// @param utf8 words joined by one space each; valid UTF-8
    explicit CanonicalText(std::string utf8);

    std::string_view utf8() const { return utf8_; }

    /// Code points.
    std::size_t characters() const { return characters_; }

    /// Exact comparison is slow: edits_at_most() aligns the texts along common passages.
    bool is_long() const { return characters_ > LONG_CHARACTERS; }
    static constexpr std::size_t LONG_CHARACTERS = 4096;

    /// Whether a text is not long, by Bag::characters(), which is its bytes plus one.
    static bool is_short(std::uint64_t characters_of_bag) {
        return characters_of_bag <= LONG_CHARACTERS;
    }

    /// Exact comparison, even with a near text, costs more than three times the reading of both.
    bool is_very_long() const { return characters_ > 16384; }

    bool empty() const { return utf8_.empty(); }

    std::size_t memory() const;

    /// A lower bound of the edits, from lengths and character counts. Cost: some 20 nanoseconds.
    static std::size_t least_edits(const CanonicalText& a, const CanonicalText& b);

    friend bool operator==(const CanonicalText& a, const CanonicalText& b) {
        return a.utf8_ == b.utf8_;
    }

  private:
    friend std::optional<std::size_t> edit_distance(const CanonicalText& a, const CanonicalText& b,
                                                    std::size_t max_edits);
    friend std::optional<std::size_t> edits_at_most(const CanonicalText& a, const CanonicalText& b,
                                                    std::size_t max_edits, Effort effort);
    friend DistanceRange whole_distance(const CanonicalText& a, const CanonicalText& b);

    static constexpr std::size_t CLASSES = 64;

    static bool are_ascii(const CanonicalText& a, const CanonicalText& b);
    static std::optional<std::size_t> edits_along_passages(const CanonicalText& a,
                                                           const CanonicalText& b,
                                                           std::size_t max_edits);

    std::string utf8_;
    std::shared_ptr<const PassageIndex> passages_;  // of a long text, once it is compared
    std::size_t characters_ = 0;
    std::array<std::uint16_t, CLASSES> counts_{};  // characters per class
};

/// The least number of one-character insertions, deletions and replacements that turn one text into
/// the other; nullopt if more than @a max_edits.
///
/// Exact: CanonicalText::least_edits(), then edit_distance.h. For texts of 2,000 characters and
/// limits of 8 to 15 %, some 2 microseconds if rejected by the first, else 5.
std::optional<std::size_t> edit_distance(const CanonicalText& a, const CanonicalText& b,
                                         std::size_t max_edits);

/// edit_distance() if neither text is long. Else the edits of an alignment along common passages,
/// perhaps a few more than the least, if within @a max_edits; else what @a effort finds, or
/// nullopt. The edits always suffice; pairs that the common passages mislead are missed.
std::optional<std::size_t> edits_at_most(const CanonicalText& a, const CanonicalText& b,
                                         std::size_t max_edits, Effort effort);

/// edit_distance() divided by the length of the longer text, rounded down to millionths: at most
/// @a limit exactly for the pairs within it. 0 for two empty texts.
/// @return nullopt above @a limit
std::optional<DistanceMillionths> canonical_distance(const CanonicalText& a, const CanonicalText& b,
                                                     DistanceMillionths limit);

/// canonical_distance() without a limit, in bounded time: exact up to 400,000 characters, and for
/// longer texts up to as many edits as take the same time. Beyond these, `most` is the distance
/// along common passages. Cost: at most some three seconds, and linear for far longer texts.
DistanceRange whole_distance(const CanonicalText& a, const CanonicalText& b);

/// canonical_distance() by edits_at_most().
std::optional<DistanceMillionths> canonical_distance_at_most(const CanonicalText& a,
                                                             const CanonicalText& b,
                                                             DistanceMillionths limit,
                                                             Effort effort);

}  // namespace descry

#endif  // DESCRY_DISTANCE_CANONICAL_TEXT_H
