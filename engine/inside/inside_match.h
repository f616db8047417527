/** @file inside_match.h
 *  @brief Finds how much of a text stands, in order, in a longer one, and where.
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

/// The words of a canonical text, which must outlive it, each with a secret hash.
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

struct InsideMatch {
    /// Words of the text, and how many of them the other one has.
    std::uint32_t words = 0;
    std::uint32_t matched = 0;
    /// The range of these in the other text, in words.
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    /// Words of the text (a) that are not in the other one, and what is there instead (b).
    std::vector<DifferingRange> differing;

    DistanceMillionths share() const;

    /// Adds a word of the text that is at @a place in the other one.
    void take(std::uint32_t place);
};

/// A text in which others are looked for. One per thread: reuses its memory.
class ContainerText {
  public:
    /// Replaces the text, which must outlive this. Cost: 40 nanoseconds per word.
    void assign(std::string_view text);

    const HashedWords& words() const { return words_; }

    /// How much of @a text stands in this one, in order: the longest chain of common word triples
    /// that ascends in both, and in its gaps and ends the longest common subsequence of words.
    /// Other words of the container are free, so a text quoted line by line with answers in between
    /// is inside. Only some places of a triple that occurs more than 16 times are tried, and gaps
    /// of more than 64 words without a triple are skipped: the share may be below that of the
    /// longest common subsequence, never above.
    /// @return nullopt if the share is below @a least, or the text has fewer than three words
    /// Cost: microseconds for short texts, and some 100 nanoseconds per word of @a text.
    std::optional<InsideMatch> find(const HashedWords& text, DistanceMillionths least);

    /// Whether the numbers (number_words.h) of a text and of its place here differ.
    bool numbers_differ(const HashedWords& text, const InsideMatch& match) const;

  private:
    // A common triple, and the one before it in its chain.
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
    std::vector<std::uint32_t> first_;  // by hash of a triple: its first place
    std::vector<std::uint32_t> next_;   // by place of a triple: the next with its hash
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
