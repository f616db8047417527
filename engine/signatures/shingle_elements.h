/** @file shingle_elements.h
 *  @brief A text's shingles as the elements of which sketches and sets are made.
 *
 *  Joins descry/analyzers/shingles.h (text to shingles) with the hashes of the engine. One who
 * needs other hashes uses the two alone.
 */
#ifndef DESCRY_SIGNATURES_SHINGLE_ELEMENTS_H
#define DESCRY_SIGNATURES_SHINGLE_ELEMENTS_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <descry/hashing/hash.h>

#include "analyzers/shingles.h"
#include "engine/hashing/rabin.h"

namespace descry {

/// What a text's elements are.
struct ShingleElementOptions {
    /** Which shingles, and what of each is the element:
     *
     *  | | shingle | element |
     *  |---|---|---|
     *  | `word:N` | N successive words | hash64() |
     *  | `char:N` | N successive code points | hash64() |
     *  | `grapheme:N` | N successive grapheme clusters | hash64() |
     *  | `char9` | 9 successive code points | the lower 32 bits of hash64() |
     *  | `broder` | 10 successive words | Rabin's 48-bit fingerprint, where divisible by 16 |
     */
    std::string shingles = "word:5";
    /// See ShingleOptions.
    bool fold_digits = false;
    bool fold_case = true;
    /// Names what `stem` does, in the recipe; empty: words are taken as they are.
    std::string stemmer;
    /// Makes the stem of a word, where there is a stemmer. Called by one thread at a time.
    std::function<std::string(const std::string&)> stem = {};
    /// The second occurrence of an element is another element, hash64_list({element, 1}), and so
    /// on, so that the Jaccard coefficient of two texts' sets is that of their multisets.
    bool multiset = false;
    /// How words are cut.
    AnalyzerRecipe words = {};
};

/// Reads texts. One object for each thread.
class ShingleElements {
  public:
    /// @exception std::invalid_argument shingles that are none of these, or a width out of range
    explicit ShingleElements(const ShingleElementOptions& options = {});

    /// Calls @a sink(std::uint64_t element) for each element in the order of the text, with repeats
    /// unless it is a multiset. Nothing for a text without words or characters; for `broder` also
    /// for most texts of fewer than some 25 words, of whose shingles none is divisible.
    /// Memory: some shingles, and of a multiset 40 bytes a different element.
    template <typename Sink>
    void read(std::string_view text, Sink&& sink) {
        occurrences_.clear();
        shingler_->cut(text, [&](std::string_view shingle) {
            if (const auto element = element_of(shingle)) sink(*element);
        });
    }

    /// The same in a list.
    const std::vector<std::uint64_t>& read(std::string_view text);

    /// What made the elements, in one line; equal lines make equal elements of equal texts.
    const std::string& recipe() const { return recipe_; }

  private:
    enum class Element { HASH, HALF_HASH, RABIN };

    std::optional<std::uint64_t> element_of(std::string_view shingle) {
        std::uint64_t element = 0;
        if (element_ == Element::RABIN) {
            element = rabin_->fingerprint(shingle);
            if (!is_kept_by_broder(element)) return std::nullopt;
        } else {
            element = hash64(shingle);
            if (element_ == Element::HALF_HASH) element &= 0xffffffff;
        }
        return is_multiset_ ? numbered(element) : element;
    }
    std::uint64_t numbered(std::uint64_t element);

    Element element_ = Element::HASH;
    bool is_multiset_;
    std::string recipe_;
    std::optional<Shingler> shingler_;
    std::optional<RabinFingerprinter> rabin_;
    std::unordered_map<std::uint64_t, std::uint64_t> occurrences_;
    std::vector<std::uint64_t> elements_;
};

}  // namespace descry

#endif  // DESCRY_SIGNATURES_SHINGLE_ELEMENTS_H
