/** @file shingle_elements.h
 *  @brief Converts a text's shingles (descry/analyzers/shingles.h) to elements of sketches and
 *         sets.
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

struct ShingleElementOptions {
    /** The shingles and their elements:
     *
     *      | | shingle | element |
     *      |---|---|---|
     *      | `word:N` | N successive words | hash64() |
     *      | `char:N` | N successive code points | hash64() |
     *      | `grapheme:N` | N successive grapheme clusters | hash64() |
     *      | `char9` | 9 successive code points | the lower 32 bits of hash64() |
     *      | `broder` | 10 successive words | Rabin's 48-bit fingerprint, if divisible by 16 |
     */
    std::string shingles = "word:5";
    bool fold_digits = false;
    bool fold_case = true;
    /// Name of `stem` in the recipe; empty: no stemming.
    std::string stemmer;
    /// Stems a word, if there is a stemmer. Called by one thread at a time.
    std::function<std::string(const std::string&)> stem = {};
    /// Whether the second occurrence of an element is another element, hash64_list({element, 1}),
    /// and so on: the Jaccard coefficient of the sets is then that of the multisets.
    bool multiset = false;
    AnalyzerRecipe words = {};
};

/// Reads texts. One object per thread.
class ShingleElements {
  public:
    /// @exception std::invalid_argument unknown shingles, or a width out of range
    explicit ShingleElements(const ShingleElementOptions& options = {});

    /// Calls @a sink(std::uint64_t element) for each element in text order, with repeats unless it
    /// is a multiset. A text without words or characters has none; by `broder` mostly also one of
    /// fewer than some 25 words. Memory: some shingles; for a multiset 40 bytes per distinct
    /// element.
    template <typename Sink>
    void read(std::string_view text, Sink&& sink) {
        occurrences_.clear();
        shingler_->cut(text, [&](std::string_view shingle) {
            if (const auto element = element_of(shingle)) sink(*element);
        });
    }

    const std::vector<std::uint64_t>& read(std::string_view text);

    /// How the elements are made, in one line; equal lines give equal elements of equal texts.
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
