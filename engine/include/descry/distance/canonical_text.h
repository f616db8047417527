/** @file canonical_text.h
 *  @brief A document's words in order, joined by one space: what distances are measured on.
 *
 *  Punctuation, case and white space are gone, as the words of the index's recipe have none: two
 *  documents that differ in nothing else are at distance 0.
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

/// What the order of a document's words is known from, the weakest first.
enum class WordSource {
    NONE,       ///< nothing that is stored: which words there are is all that is known
    POSITIONS,  ///< the positions of the terms
    TEXT,       ///< the stored text, cut by the index's analyzer
};

/// What the distance of two documents is known from.
inline WordSource weaker(WordSource a, WordSource b) {
    return std::min(a, b);
}

/// In commands and output: "text", "positions" or "words".
const char* name_of(WordSource source);

/// How hard edits_at_most() tries to find a way between long texts.
enum class Effort {
    /// Along what they have in common: misses some three in a hundred of those within the limit,
    /// and takes some 15 microseconds for texts of 13,000 characters.
    QUICK,
    /// Where such a way takes up to a quarter more edits than the limit, and neither text is very
    /// long, exactly: up to a millisecond.
    THOROUGH,
};

class PassageIndex;

/// What is known of a distance: least <= distance <= most.
struct DistanceRange {
    DistanceMillionths least = 0;
    DistanceMillionths most = 0;
};

/// The words of one document, in order.
class CanonicalText {
  public:
    CanonicalText() = default;

    /// @param utf8 words joined by one space each; valid UTF-8
    explicit CanonicalText(std::string utf8);

    std::string_view utf8() const { return utf8_; }

    /// Code points.
    std::size_t characters() const { return characters_; }

    /// It takes long to compare it with others exactly: edits_at_most() looks for a way along
    /// passages that both have.
    bool is_long() const { return characters_ > LONG_CHARACTERS; }
    static constexpr std::size_t LONG_CHARACTERS = 4096;

    /// That a text is not long, of its bag's characters: as many as the text has bytes, and one
    /// more.
    static bool is_short(std::uint64_t characters_of_bag) {
        return characters_of_bag <= LONG_CHARACTERS;
    }

    /// To compare it exactly, even with one that is near, costs more than three times what reading
    /// both does.
    bool is_very_long() const { return characters_ > 16384; }

    bool empty() const { return utf8_.empty(); }

    /// Bytes of memory held, for caches.
    std::size_t memory() const;

    /// By lengths and counts of characters it takes so many edits, or more, to make one of the
    /// other. Cost: some 20 nanoseconds.
    static std::size_t least_edits(const CanonicalText& a, const CanonicalText& b);

    /// The same words in the same order.
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
    std::shared_ptr<const PassageIndex> passages_;  // of a long text that is compared
    std::size_t characters_ = 0;
    std::array<std::uint16_t, CLASSES> counts_{};  // of characters of each class
};

/// The edits of one character, insertions, deletions and replacements, that make one text of the
/// other; nullopt when it takes more than @a max_edits.
///
/// Exact. CanonicalText::least_edits() refuses what it can; the rest is the algorithm of
/// edit_distance.h: for texts of 2,000 characters and limits of 8 to 15 % some 2 microseconds where
/// it refuses, 5 where it does not.
std::optional<std::size_t> edit_distance(const CanonicalText& a, const CanonicalText& b,
                                         std::size_t max_edits);

/// edit_distance() of texts neither of which is long. Of others the edits of a way along what they
/// have in common, which may be a few more than the least, where these are within @a max_edits;
/// else what @a effort tells, or nullopt. So what it returns does it in at most @a max_edits, and
/// pairs that the common passages lead far astray are missed.
std::optional<std::size_t> edits_at_most(const CanonicalText& a, const CanonicalText& b,
                                         std::size_t max_edits, Effort effort);

/// edit_distance() divided by the length of the longer text, rounded down to millionths: a distance
/// at most @a limit is that of a pair within it, exactly. 0 for two empty texts.
/// @return nullopt above @a limit
std::optional<DistanceMillionths> canonical_distance(const CanonicalText& a, const CanonicalText& b,
                                                     DistanceMillionths limit);

/// The same without a limit, in bounded time: exact up to 400,000 characters, and of longer texts
/// up to as many edits as take as long; beyond these, `most` is that of a way along passages that
/// both have. Cost: some three seconds at most, and for far longer texts linear in them.
DistanceRange whole_distance(const CanonicalText& a, const CanonicalText& b);

/// The same of edits_at_most().
std::optional<DistanceMillionths> canonical_distance_at_most(const CanonicalText& a,
                                                             const CanonicalText& b,
                                                             DistanceMillionths limit,
                                                             Effort effort);

}  // namespace descry

#endif  // DESCRY_DISTANCE_CANONICAL_TEXT_H
