/** @file shingles.h
 *  @brief Text to shingles: every few successive words or characters.
 *
 *  A shingle is a string: words joined by one space, or characters as they follow each other. What
 *  is computed of it (a hash, a fingerprint) is the caller's choice. The kinds: Barashev, Big Data
 *  2013, lecture 9; Leskovec, Rajaraman and Ullman, section 3.2.
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

/// What successive units make a shingle.
enum class ShingleKind {
    WORDS,        ///< words, as descry/words.h cuts and folds them
    CODE_POINTS,  ///< characters, by code point
    GRAPHEMES,    ///< characters, by extended grapheme cluster (UAX #29)
};

/** How text becomes shingles. */
struct ShingleOptions {
    ShingleKind kind = ShingleKind::WORDS;
    /// Units of a shingle, 1 to MAX_SHINGLE_WIDTH.
    unsigned width = 5;
    /// Each decimal digit, of any script, becomes "0": texts that differ in dates and numbers alone
    /// have the same shingles. Nothing else lifts recall so much (enron-spam's pairs below 8 % by
    /// MinHash over 5 words: 78 instead of 11 %); and texts that are other numbers are one.
    bool fold_digits = false;
    /// Characters are normalised by NFKC_Casefold. Words always are.
    bool fold_case = true;
    /// A word becomes what this returns (Xapian::Stem is one); empty: it stays. Not for characters.
    /// The result is valid until the next call, and not empty.
    std::function<std::string(const std::string&)> stem;
    /// How words are cut.
    AnalyzerRecipe words = {};
};

inline constexpr unsigned MAX_SHINGLE_WIDTH = 1000;

/// Where shingles go: call(context, shingle).
struct ShingleSink {
    void* context;
    void (*call)(void* context, std::string_view shingle);
};

/** Cuts texts into shingles. Reusable; one object per thread.
 *
 *  Of characters, each run of white space and control characters is one space, and there is none at
 *  the ends of a text. Words need no such rule.
 *
 *  A text of fewer units than the width, but at least one, is one shingle of all of them, so that
 *  short texts can be alike; one without units has none.
 *
 *  Cost: 20 ns a word beyond cutting it; 15 ns an ASCII character. Memory: some shingles, whatever
 *  the text's length.
 */
class Shingler {
  public:
    /// @throws std::invalid_argument a width out of range, and as WordAnalyzer()
    explicit Shingler(ShingleOptions options = {});
    ~Shingler();
    Shingler(Shingler&& other) noexcept;  ///< @a other may only be assigned or destroyed
    Shingler& operator=(Shingler&& other) noexcept;

    /// Calls @a sink(std::string_view shingle) for each shingle in the order of the text, with
    /// repeats. A shingle lives during the call only.
    /// @throws as WordAnalyzer::analyze(), and whatever @a sink throws; the shingler can be used
    ///         again.
    template <typename Sink>
    void cut(std::string_view utf8, Sink&& sink) {
        using Callable = std::remove_reference_t<Sink>;
        cut(utf8, ShingleSink{const_cast<void*>(static_cast<const void*>(std::addressof(sink))),
                              [](void* context, std::string_view shingle) {
                                  (*static_cast<Callable*>(context))(shingle);
                              }});
    }

    /// The same without a template.
    void cut(std::string_view utf8, ShingleSink sink);

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_SHINGLES_H
