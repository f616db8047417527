/** @file words.h
 *  @brief Text to words: ICU's word segmentation, case and compatibility variants folded.
 *
 *  A word is a segment that ICU's word BreakIterator (root locale; UAX #29 with ICU's
 *  dictionaries for Chinese, Japanese, Thai, Lao, Khmer and Burmese) marks as number, letters,
 *  kana or ideographs. It is then normalised by NFKC_Casefold: "Straße" gives "strasse", full-width
 *  letters become ASCII, soft hyphens vanish. What ICU does that may surprise:
 *  - "don't", "3.14", "foo_bar" and "a.b" are one word each (MidWord::KEEP), and by ICU 72 (but not
 *    76) "user@host.org";
 *  - "_" is no word but "__" is, and by ICU 72 a lone "@"; MidWord::SPLIT drops all three;
 *  - an apostrophe typed as U+2019 stays one, so "don’t" and "don't" are two words;
 *  - digits in circles, fractions, superscripts and emoji are no words.
 *
 *  By WordRules::VERSION_5 these are, and so are other signs that change what a text says: symbols
 *  are words by themselves, and signs of numbers ("-500", "<5", "80%", "1,000") and "C#", "C++"
 *  belong to the word that they touch (docs/stored-format.md has the rules).
 *
 *  Vowel and reading signs of Arabic and Hebrew are then dropped, and what else
 *  AnalyzerRecipe::fold_marks says; a word of nothing else is none.
 *
 *  A word stays one when it is normalised, so that one sign more is one small edit, however much it
 *  stands for: U+FDFA, which NFKC_Casefold unfolds into a phrase of four words, stays as it is, and
 *  a spacing mark (U+FE76) becomes its mark without the space. WordRules::VERSION_1 cuts at the
 *  spaces. Both cut where the text itself has white space (U+202F, which ICU takes for part of a
 *  word) and MidWord::SPLIT at a middle dot, also at that of "l·" typed as U+0140.
 *
 *  Words are cut first and normalised one by one, so a word's term does not depend on its
 *  neighbours (but a dictionary may cut a run of ideographs differently as the run goes on).
 *  Documents and queries are analysed alike.
 */
#ifndef DESCRY_ANALYZERS_WORDS_H
#define DESCRY_ANALYZERS_WORDS_H

#include <cstddef>
#include <memory>
#include <string_view>
#include <type_traits>

#include <descry/analyzers/recipe.h>

namespace descry {

/// Where words go: call(context, word, is_capitalised), the last true where the word begins with an
/// upper- or title-case letter as it stands in the text.
struct WordSink {
    void* context;
    void (*call)(void* context, std::string_view word, bool is_capitalised);
};

/** Cuts texts into words. Reusable; one object per thread.
 *
 *  Cost: what needs no dictionary and no context (nearly all of Latin, Cyrillic, Greek, Arabic and
 *  Hangul, with mid-word=split) is cut by our own scanners, equal to ICU's result, other text by
 *  ICU. Measured on one core of a Xeon with ICU 72: English 200-330 MB/s, Russian 88, one manual in
 *  six languages, Japanese and Chinese among them, 16. Construction 0.05 ms, and once in a process
 *  that meets text for ICU 2 ms.
 *  Memory beyond the text: a few kilobytes whatever the text's length, except that ICU takes about
 *  30 bytes a character of one run of ideographs or Thai letters (such runs end at punctuation,
 *  spaces and line ends).
 */
class WordAnalyzer {
  public:
    /// @throws std::invalid_argument when the ICU that is loaded cuts the sample text otherwise
    /// than
    ///         @a recipe says, naming the difference; std::runtime_error when ICU lacks its data.
    explicit WordAnalyzer(const AnalyzerRecipe& recipe = {});
    ~WordAnalyzer();
    WordAnalyzer(WordAnalyzer&& other) noexcept;  ///< @a other may only be assigned or destroyed
    WordAnalyzer& operator=(WordAnalyzer&& other) noexcept;

    /** Calls @a sink(word), or where it takes two arguments @a sink(word, is_capitalised), for each
     *  word in the order of the text.
     *
     *  A word is valid UTF-8 of 1 to max_bytes bytes, holds no white space and no NUL, and begins
     *  with no ASCII capital (which would read as a Xapian prefix). It lives during the call only.
     *
     *  A longer one comes in pieces, each a word: cut after every character that ends four whose
     *  hash says so (one time in 16), if the piece has 8 bytes then, and else before it had more
     *  than 64. So two long words that differ in a few characters, whether replaced, inserted or
     *  left out, differ in a few pieces. By earlier rules (WordRules), and where one character has
     *  more than max_bytes, it is left out and counted.
     *
     *  @a utf8 should be valid (descry/utf8.h); an ill-formed part separates words.
     *  @throws std::length_error when more than 2 GiB hold no place where a piece can safely be
     *          handed to ICU; whatever @a sink throws. The analyzer can be used again.
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

    /// The same without a template, for callers that pass sinks on.
    void analyze(std::string_view utf8, WordSink sink);

    /// How many words were left out for their length since construction.
    std::size_t skipped_words() const;

    const AnalyzerRecipe& recipe() const;

    /// A word longer than this, as it stands in the text, is normalised in pieces of this size:
    /// ICU's time can grow with the square of a run of combining marks. By earlier rules it is left
    /// out.
    static constexpr std::size_t MAX_RAW_BYTES = 4096;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_WORDS_H
