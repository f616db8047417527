/** @file inside_match.h
 *  @brief How much of a text stands, in order, in a longer one, and where.
 */
#ifndef DESCRY_ENGINE_INSIDE_INSIDE_MATCH_H
#define DESCRY_ENGINE_INSIDE_INSIDE_MATCH_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <descry/distance/bag_distance.h>

#include "engine/edits/sequence_difference.h"

namespace descry {

/// The words of a canonical text, which outlives it, with a hash of each under this process's
/// secret.
class HashedWords {
  public:
    HashedWords() = default;
    explicit HashedWords(std::string_view text) { assign(text); }

    void assign(std::string_view text);

    std::size_t size() const { return words_.size(); }
    std::string_view word(std::size_t i) const { return words_[i]; }
    std::uint64_t hash(std::size_t i) const { return hashes_[i]; }

  private:
    std::vector<std::string_view> words_;
    std::vector<std::uint64_t> hashes_;
};

/// Where a text stands in another one.
struct InsideMatch {
    /// Words of the text, and how many of them stand in the other one.
    std::uint32_t words = 0;
    std::uint32_t matched = 0;
    /// The first of these in the other text, and one more than the last, in its words.
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    /// Words of the text (a) that do not stand in the other one, and what stands there (b).
    std::vector<DifferingRange> differing;

    DistanceMillionths share() const;

    /// One more word of the text stands at @a place of the other one.
    void take(std::uint32_t place);
};

/// A text in which others are looked for. One per thread: what it found before lends its memory.
class ContainerText {
  public:
    /// Becomes that of another text, which outlives it. Cost: 40 nanoseconds a word.
    void assign(std::string_view text);

    const HashedWords& words() const { return words_; }

    /// The share of the words of @a text that stand in this one, in order: the longest chain of
    /// triples of words that both have, ascending in both, and between two of them, or before the
    /// first and behind the last, the longest common subsequence of words. Whatever else stands
    /// between them here is free, so that a text whose lines are quoted with answers between them
    /// is inside. Of triples that stand here more than 16 times some places are looked at, and of
    /// more than 64 words without a chain none is found: the share is at times below that of the
    /// longest common subsequence, never above.
    /// @return nullopt where the share is below @a least, or the text has fewer than three words
    /// Cost: microseconds for short texts, and some 100 nanoseconds a word of @a text.
    std::optional<InsideMatch> find(const HashedWords& text, DistanceMillionths least);

    /// Whether the numbers (number_words.h) of a text, as it stands here, are others.
    bool numbers_differ(const HashedWords& text, const InsideMatch& match) const;

  private:
    // A triple of the text that stands here as well; and the triple of its chain before it.
    struct Anchor {
        std::uint32_t a;
        std::uint32_t b;
        std::uint32_t before;
    };

    bool has_word(std::uint64_t hash) const;
    void find_places(const HashedWords& text, std::size_t i);
    void find_chain(const HashedWords& text);
    void fill(const HashedWords& text, const DifferingRange& gap, InsideMatch& match);

    HashedWords words_;
    std::size_t mask_ = 0;
    std::vector<std::uint32_t> first_;  // by hash of a triple: the first of that hash
    std::vector<std::uint32_t> next_;   // by place of a triple: the next one of that hash
    std::vector<std::uint64_t> vocabulary_;
    std::vector<Anchor> anchors_;
    std::vector<std::uint32_t> tails_;
    std::vector<std::uint32_t> chain_;
    std::vector<std::uint32_t> here_;
    std::vector<std::uint32_t> before_;
    std::vector<std::uint64_t> rows_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_INSIDE_INSIDE_MATCH_H
