/** @file words.h
 *  @brief Cuts text into words by ICU's word segmentation, folding case and compatibility variants.
 *
 *  A word is a segment that ICU's word BreakIterator (root locale; UAX #29 with ICU's dictionaries
 *  for Chinese, Japanese, Thai, Lao, Khmer and Burmese) marks as number, letters, kana or
 *  ideographs, normalised by NFKC_Casefold: "Straße" gives "strasse", full-width letters become
 *  ASCII, soft hyphens vanish. Surprises of ICU:
 *  - "don't", "3.14", "foo_bar" and "a.b" are one word each (MidWord::KEEP), and in ICU 72 (but not
 *    76) "user@host.org";
 *  - "_" is not a word but "__" is, and in ICU 72 a lone "@"; MidWord::SPLIT drops all three;
 *  - an apostrophe typed as U+2019 is kept, so "don’t" and "don't" are two words;
 *  - digits in circles, fractions, superscripts and emoji are not words.
 *
 *  WordRules::VERSION_5 adds the last, and other signs that change the meaning: symbols are words
 *  by themselves, and signs of numbers ("-500", "<5", "80%", "1,000") and "C#", "C++" belong to the
 *  word that they touch (rules: docs/stored-format.md).
 *
 *  Vowel and reading signs of Arabic and Hebrew are then dropped, and the marks of
 *  AnalyzerRecipe::fold_marks; a word of nothing else is dropped.
 *
 *  Normalising never cuts a word, so that adding one sign is one small edit, however much it stands
 *  for: U+FDFA, which NFKC_Casefold expands to a phrase of four words, is kept, and a spacing mark
 *  (U+FE76) loses its space. WordRules::VERSION_1 cuts at those spaces. Both cut at whitespace of
 *  the text itself (U+202F, which ICU puts into words), and MidWord::SPLIT at a middle dot,
 *  including that of "l·" typed as U+0140.
 *
 *  Words are cut first and normalised one by one, independently of their neighbours (but a
 *  dictionary may cut a run of ideographs differently as the run continues).
 */
#ifndef DESCRY_ANALYZERS_WORDS_H
#define DESCRY_ANALYZERS_WORDS_H

#include <cstddef>
#include <memory>
#include <string_view>
#include <type_traits>

#include <descry/analyzers/recipe.h>

namespace descry {

/// Receives words: call(context, word, is_capitalised), the last true if the word begins with an
/// upper- or title-case letter in the text.
struct WordSink {
    void* context;
    void (*call)(void* context, std::string_view word, bool is_capitalised);
};

/** Cuts texts into words. Reusable; one object per thread.
 *
 *  Cost: text that needs no dictionary and no context (nearly all of Latin, Cyrillic, Greek, Arabic
 *  and Hangul, with mid-word=split) is cut by our own scanners, with ICU's results, other text by
 *  ICU. On one core of a Xeon with ICU 72: English 200-330 MB/s, Russian 88, one manual in six
 *  languages, including Japanese and Chinese, 16. Construction takes 0.05 ms, a process's first
 *  text for ICU 2 ms. Memory beyond the text: a few kilobytes, and about 30 bytes per character of
 *  one run of ideographs or Thai letters (which punctuation, spaces and line ends end).
 */
class WordAnalyzer {
  public:
    /// @throws std::invalid_argument the loaded ICU cuts the sample text differently from
    ///         @a recipe; names the difference. std::runtime_error: ICU lacks its data
    explicit WordAnalyzer(const AnalyzerRecipe& recipe = {});
    ~WordAnalyzer();
    WordAnalyzer(WordAnalyzer&& other) noexcept;  ///< @a other may only be assigned or destroyed
    WordAnalyzer& operator=(WordAnalyzer&& other) noexcept;

    /** Calls @a sink(word), or if it takes two arguments @a sink(word, is_capitalised), for each
     *  word in text order.
     *
     *  A word is valid UTF-8 of 1 to max_bytes bytes without whitespace and NUL, never begins with
     *  an ASCII capital (which would read as a Xapian prefix), and is valid during the call only.
     *
     *  A longer word is delivered in pieces, each a word: cut after every character that ends four
     *  whose hash says so (one time in 16), if the piece has 8 bytes by then, and at the latest
     *  before it exceeds 64. So two long words that differ in a few characters differ in a few
     *  pieces, even after insertions and deletions. Under earlier rules (WordRules), and if one
     *  character exceeds max_bytes, the word is skipped and counted.
     *  @param utf8 should be valid (descry/utf8.h); an ill-formed part separates words
     *  @throws std::length_error more than 2 GiB without a place where a piece can safely be handed
     *          to ICU; what @a sink throws. The analyzer can be used again.
     */
    template <typename Sink>
    void analyze(std::string_view utf8, Sink&& sink) {
        using Callable = std::remove_reference_t<Sink>;
        analyze(utf8,
                WordSink{const_cast<void*>(static_cast<const void*>(std::addressof(sink))),
                         [](void* context, std::string_view word, bool is_capitalised) {
                             Callable& callable = *static_cast<Callable*>(context);
                             if constexpr (std::is_invocable_v<Callable&, std::string_view, bool>) {
                                 callable(word, is_capitalised);
                             } else {
                                 callable(word);
                             }
                         }});
    }

    /// analyze() without a template, for callers that pass sinks on.
    void analyze(std::string_view utf8, WordSink sink);

    /// Words skipped for their length since construction.
    std::size_t skipped_words() const;

    const AnalyzerRecipe& recipe() const;

    /// Longer words of the text are normalised in pieces of this size, as ICU's time can grow with
    /// the square of a run of combining marks; skipped under earlier rules.
    static constexpr std::size_t MAX_RAW_BYTES = 4096;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_WORDS_H
