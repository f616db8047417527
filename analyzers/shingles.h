/** @file shingles.h
 *  @brief Cuts text into shingles: every few successive words or characters.
 *
 *  A shingle is a string: words joined by one space, or adjacent characters, for the caller to
 *  hash. The kinds: Barashev, Big Data 2013, lecture 9; Leskovec, Rajaraman and Ullman, section
 *  3.2.
 */
#ifndef DESCRY_ANALYZERS_SHINGLES_H
#define DESCRY_ANALYZERS_SHINGLES_H

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <descry/analyzers/recipe.h>

namespace descry {

enum class ShingleKind {
    WORDS,        ///< words, as descry/words.h cuts and folds them
    CODE_POINTS,  ///< characters, by code point
    GRAPHEMES,    ///< characters, by extended grapheme cluster (UAX #29)
};

struct ShingleOptions {
    ShingleKind kind = ShingleKind::WORDS;
    /// Units per shingle, 1 to MAX_SHINGLE_WIDTH.
    unsigned width = 5;
    /// Whether each decimal digit, of any script, becomes "0", so that texts that differ only in
    /// dates and numbers have the same shingles. Nothing else lifts recall so much (enron-spam's
    /// pairs below 8 % by MinHash over 5 words: 78 instead of 11 %).
    bool fold_digits = false;
    /// Whether characters are normalised by NFKC_Casefold. Words always are.
    bool fold_case = true;
    /// Replaces each word (Xapian::Stem is one); empty: no stemming. Not for characters. The result
    /// must be valid until the next call, and not empty.
    std::function<std::string(const std::string&)> stem;
    AnalyzerRecipe words = {};
};

inline constexpr unsigned MAX_SHINGLE_WIDTH = 1000;

struct ShingleSink {
    void* context;
    void (*call)(void* context, std::string_view shingle);
};

/** Cuts texts into shingles. Reusable; one object per thread.
 *
 *  As characters, runs of whitespace and control characters become one space, or nothing at the
 *  ends. A text of fewer units than the width is one shingle of all of them, so that short texts
 *  can be near-duplicates; one without units has none.
 *
 *  Cost: 20 ns per word beyond cutting it; 15 ns per ASCII character. Memory: some shingles.
 */
class Shingler {
  public:
    /// @throws std::invalid_argument a width out of range, and as WordAnalyzer()
    explicit Shingler(ShingleOptions options = {});
    ~Shingler();
    Shingler(Shingler&& other) noexcept;  ///< @a other may only be assigned or destroyed
    Shingler& operator=(Shingler&& other) noexcept;

    /// Calls @a sink(std::string_view shingle) for each shingle in text order, with repeats. A
    /// shingle is valid during the call only.
    /// @throws as WordAnalyzer::analyze(), and what @a sink throws; the shingler can be used again
    template <typename Sink>
    void cut(std::string_view utf8, Sink&& sink) {
        using Callable = std::remove_reference_t<Sink>;
        cut(utf8, ShingleSink{const_cast<void*>(static_cast<const void*>(std::addressof(sink))),
                              [](void* context, std::string_view shingle) {
                                  (*static_cast<Callable*>(context))(shingle);
                              }});
    }

    /// cut() without a template.
    void cut(std::string_view utf8, ShingleSink sink);

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_SHINGLES_H
