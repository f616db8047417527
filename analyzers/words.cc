#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include <unicode/uchar.h>

#include <descry/analyzers/words.h>

#include "analyzers/ascii_words.h"
#include "analyzers/encodings/utf8_reading.h"
#include "analyzers/icu_text.h"
#include "analyzers/long_words.h"
#include "analyzers/signs.h"
#include "analyzers/simple_words.h"
#include "analyzers/word_fold.h"

namespace descry {

namespace {

/// Least bytes for which ICU returns a stretch to our own scanners.
constexpr std::size_t MIN_OWN_RUN = 32;

/** Whether cutting at @a position leaves the words on both sides unchanged.
 *
 *  True after a line end (rules WB3a, WB3b) and after a space: no word holds one, ICU looks ahead
 *  no further than the character after a middle one, and starts again at each boundary. Marks,
 *  joiners and further spaces attach to a space, but are not words.
 */
bool is_safe_cut(std::string_view text, std::size_t position) {
    if (position == 0 || position == text.size()) return true;
    const char before = text[position - 1];
    return before == ' ' || before == '\n';
}

/// The last safe cut at or before @a position, not before @a first.
std::size_t last_safe_cut(std::string_view text, std::size_t first, std::size_t position) {
    while (position > first && !is_safe_cut(text, position))
        --position;
    return position;
}

/// A safe cut at or after @a from with enough ASCII after it for its own scanner; the size if none.
std::size_t find_ascii_run(std::string_view text, std::size_t from) {
    std::size_t known_end = from;  // of the ASCII that begins at from
    while (text.size() - from >= MIN_OWN_RUN) {
        std::size_t end = from + MIN_OWN_RUN;
        while (end > known_end && is_ascii(text[end - 1]))
            --end;
        if (end > known_end) {
            from = known_end = end;
            continue;
        }
        if (is_safe_cut(text, from)) return from;
        known_end = from + MIN_OWN_RUN;
        ++from;
    }
    return text.size();
}

/// @return @a recipe, if this program can apply it
const AnalyzerRecipe& checked(const AnalyzerRecipe& recipe) {
    if (recipe.max_bytes < 1 || recipe.max_bytes > MAX_TERM_BYTES) {
        throw std::invalid_argument("words of at most " + std::to_string(recipe.max_bytes) +
                                    " bytes: the limit must be 1 to " +
                                    std::to_string(MAX_TERM_BYTES));
    }
    // An empty sample is for computing the sample itself.
    if (recipe.sample.empty()) return recipe;
    const AnalyzerRecipe possible = recipe.by_running_icu();
    if (recipe == possible) return recipe;
    throw std::invalid_argument(
        "cannot cut words as \"" + recipe.to_string() + "\": ICU " + AnalyzerRecipe::running_icu() +
        " cuts the sample text into other words (" + recipe.difference(possible) +
        "); use the ICU that cut them, or build the index (descry index) or the model (descry "
        "model make) again");
}

bool is_in_piece(UChar32 c) {
    constexpr std::uint32_t IN_PIECE = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK;
    // NFKC_Casefold deletes these, for example soft hyphens.
    return (U_GET_GC_MASK(c) & IN_PIECE) != 0 ||
           u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

bool begins_with_capital(std::string_view word) {
    std::size_t next = 0;
    const UChar32 c = take_code_point(word, next);
    return c >= 0 && (U_GET_GC_MASK(c) & (U_GC_LU_MASK | U_GC_LT_MASK)) != 0;
}

bool is_no_space(UChar32 c) {
    return c != ' ';
}

/// Characters that ICU's dictionaries know as one code point and texts may write as two: voiced
/// kana, and the vowels AM of Thai and Lao.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> AM = {
    {{"\u0E4D\u0E32", "\u0E33"}, {"\u0ECD\u0EB2", "\u0EB3"}}};
constexpr std::array<std::string_view, 4> PARTS_OF_CHARACTERS = {"\u3099", "\u309A", AM[0].first,
                                                                 AM[1].first};

bool is_decomposed(std::string_view text) {
    return std::ranges::any_of(PARTS_OF_CHARACTERS,
                               [&](std::string_view part) { return text.find(part) != text.npos; });
}

/// @a text with such pairs replaced by one code point.
std::string composed(std::string_view text) {
    std::string out;
    std::string character;
    for (std::size_t next = 0; next < text.size();) {
        const std::size_t begin = next;
        const std::string_view rest = text.substr(begin);
        const auto* const am = std::ranges::find_if(
            AM, [&](const auto& vowel) { return rest.starts_with(vowel.first); });
        if (am != AM.end()) {
            out += am->second;
            next += am->first.size();
            continue;
        }
        const UChar32 c = take_code_point(text, next);
        const bool is_voiced = text.substr(next).starts_with(PARTS_OF_CHARACTERS[0]) ||
                               text.substr(next).starts_with(PARTS_OF_CHARACTERS[1]);
        if (is_voiced && c >= 0x3041 && c <= 0x30FF) {
            take_code_point(text, next);
            normalise(composed_form(), text.substr(begin, next - begin), character);
            out += character;
        } else {
            out += text.substr(begin, next - begin);
        }
    }
    return out;
}

/// Calls @a sink for the runs of characters of @a text for which @a is_inside is true.
template <typename Predicate, typename Sink>
void for_each_run(std::string_view text, Predicate is_inside, Sink sink) {
    std::size_t begin = 0;
    for (std::size_t next = 0; next < text.size();) {
        const std::size_t at = next;
        if (is_inside(take_code_point(text, next))) continue;
        if (at > begin) sink(text.substr(begin, at - begin));
        begin = next;
    }
    if (begin < text.size()) sink(text.substr(begin));
}

}  // namespace

class WordAnalyzer::Impl {
  public:
    explicit Impl(const AnalyzerRecipe& recipe)
        : recipe_(checked(recipe)),
          breaks_(icu::BreakIterator::createWordInstance, "ICU cannot cut words"),
          ascii_(recipe, breaks_.iterator()),
          fold_(nfkc_casefold()),
          simple_(recipe_, fold_) {}

    void analyze(std::string_view text, WordSink sink) {
        if (!may_have_optional_marks(text, recipe_)) return cut_with_signs(text, sink);
        std::string bare;
        const auto drop = [&](std::string_view word, bool is_capitalised) {
            if (may_have_optional_marks(word, recipe_)) {
                drop_optional_marks(word, recipe_, bare);
                word = bare;
            }
            if (!word.empty()) sink.call(sink.context, word, is_capitalised);
        };
        cut_with_signs(text, {const_cast<void*>(static_cast<const void*>(&drop)),
                              [](void* context, std::string_view word, bool is_capitalised) {
                                  (*static_cast<decltype(drop)*>(context))(word, is_capitalised);
                              }});
    }

    const AnalyzerRecipe& recipe() const { return recipe_; }
    std::size_t skipped_words() const { return skipped_; }

  private:
    void cut_with_signs(std::string_view text, WordSink sink) {
        if (recipe_.rules < WordRules::VERSION_5) return cut(text, sink);
        if (recipe_.mid_word != MidWord::SPLIT) return cut_around_signs(text, 0, sink);
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t ascii_end = skip_ascii(text, begin);
            const std::size_t cut = last_safe_cut(text, begin, ascii_end);
            if (cut - begin >= MIN_OWN_RUN) {
                skipped_ += ascii_.analyze_with_signs(text, begin, cut, sink);
                begin = cut;
            }
            const std::size_t end = find_ascii_run(text, ascii_end);
            cut_around_signs(text.substr(0, end), begin, sink);
            begin = end;
        }
    }

    /// Text between words with signs is cut as a text of its own.
    void cut_around_signs(std::string_view text, std::size_t begin, WordSink sink) {
        while (begin < text.size()) {
            const SignedWord next = next_signed_word(text, begin);
            cut(text.substr(begin, next.begin - begin), sink);
            const std::string_view word = text.substr(next.begin, next.end - next.begin);
            if (next.is_sign) {
                take_sign(word, sink);
            } else if (skip_ascii(word, 0) == word.size() && word.size() <= recipe_.max_bytes) {
                take_signed_ascii(word, sink);
            } else {
                fold(word, is_in_signed_word, sink);
            }
            begin = next.end;
        }
    }

    /// A sign that folds to others (U+2103, degrees Celsius) is cut like these.
    void take_sign(std::string_view sign, WordSink sink) {
        constexpr std::string_view TAG_BEGIN = "\xF3\xA0";  // NFKC_Casefold deletes tags
        if (sign.find(TAG_BEGIN) != sign.npos) return give(sign, false, sink);
        std::string folded;
        normalise(fold_, sign, folded);
        if (folded == sign || folded.starts_with(' ')) {
            give(sign, false, sink);
        } else {
            cut_with_signs(folded, sink);
        }
    }

    void take_signed_ascii(std::string_view word, WordSink sink) {
        std::array<char, MAX_TERM_BYTES> lowered;
        std::ranges::transform(word, lowered.begin(), to_lower);
        if (word.empty()) return;
        const bool is_capitalised = to_lower(word[0]) != word[0];
        sink.call(sink.context, {lowered.data(), word.size()}, is_capitalised);
    }

    void cut(std::string_view text, WordSink sink) {
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t own_end = skip_own(text, begin);
            const std::size_t cut = last_safe_cut(text, begin, own_end);
            analyze_own(text.substr(begin, cut - begin), sink);
            begin = cut;
            if (begin == text.size()) return;
            const std::size_t end = find_own(text, own_end);
            analyze_by_icu(text.substr(begin, end - begin), sink);
            begin = end;
        }
    }

    /// The position of the first character that only ICU can judge.
    std::size_t skip_own(std::string_view text, std::size_t from) {
        return recipe_.mid_word == MidWord::SPLIT ? simple_.skip_simple(text, from)
                                                  : skip_ascii(text, from);
    }

    void analyze_own(std::string_view text, WordSink sink) {
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t ascii_end = skip_ascii(text, begin);
            const std::size_t cut = last_safe_cut(text, begin, ascii_end);
            skipped_ += ascii_.analyze(text.substr(begin, cut - begin), sink);
            const std::size_t end = find_ascii_run(text, ascii_end);
            skipped_ += simple_.analyze(text.substr(cut, end - cut), sink);
            begin = end;
        }
    }

    /// The end of ICU's stretch around @a position, where our own scanners can continue.
    std::size_t find_own(std::string_view text, std::size_t position) {
        while (position < text.size()) {
            const std::size_t end = skip_own(text, position);
            while (position < end && !is_safe_cut(text, position))
                ++position;
            if (position < end && end - position >= MIN_OWN_RUN) return position;
            position = end;
            if (position < text.size()) ++position;
            while (position < text.size() && U8_IS_TRAIL(text[position]))
                ++position;
        }
        return text.size();
    }

    /** Makes ICU load all its dictionaries before the first text that may need one: it asks loaded
     *  ones first, so its cuts at a character without a script (the long vowel sign) would depend
     *  on earlier texts.
     */
    void load_dictionaries() {
        if (has_dictionaries_) return;
        has_dictionaries_ = true;
        constexpr std::string_view ONE_OF_EACH = "漢かカ한ก ກ ក က ";
        analyze_by_icu(ONE_OF_EACH, {nullptr, [](void*, std::string_view, bool) {}});
    }

    void analyze_by_icu(std::string_view text, WordSink sink) {
        load_dictionaries();
        std::string whole;
        if (recipe_.rules >= WordRules::VERSION_5 && is_decomposed(text))
            text = whole = composed(text);
        breaks_.for_each(text, "line end or space",
                         [&](std::string_view segment, std::int32_t status) {
                             if (status >= UBRK_WORD_NUMBER) take_segment(segment, sink);
                         });
    }

    void take_segment(std::string_view segment, WordSink sink) {
        if (skip_ascii(segment, 0) == segment.size()) {
            // ICU's one segment is the ASCII scanner's one word, or several pieces (SPLIT).
            skipped_ += ascii_.analyze(segment, sink);
        } else if (recipe_.mid_word == MidWord::KEEP) {
            fold(segment, is_no_space, sink);
        } else {
            for_each_run(segment, is_in_piece,
                         [&](std::string_view piece) { fold(piece, is_in_piece, sink); });
        }
    }

    /// Normalises @a word, which may become several (WordRules::VERSION_1; U+202F; U+0140).
    void fold(std::string_view word, bool (*is_inside)(UChar32), WordSink sink) {
        if (word.size() <= MAX_RAW_BYTES) {
            fold_bounded(word, folded_);
        } else if (cuts_long_words(recipe_)) {
            fold_in_parts(word);
        } else {
            ++skipped_;
            return;
        }
        if (recipe_.rules >= WordRules::VERSION_5) unify_signs(folded_);
        const bool is_capitalised = begins_with_capital(word);
        for_each_run(folded_, is_inside,
                     [&](std::string_view piece) { give(piece, is_capitalised, sink); });
    }

    void give(std::string_view word, bool is_capitalised, WordSink sink) {
        if (word.size() <= recipe_.max_bytes) {
            sink.call(sink.context, word, is_capitalised);
        } else {
            skipped_ += take_long_word(recipe_, word, is_capitalised, sink);
        }
    }

    void fold_bounded(std::string_view word, std::string& folded) {
        normalise(fold_, word, folded);
        if (recipe_.rules != WordRules::VERSION_1 && folded.find(' ') != std::string::npos)
            fold_as_one(fold_, word, folded);
    }

    void fold_in_parts(std::string_view word) {
        folded_.clear();
        std::string part;
        while (!word.empty()) {
            std::size_t size = std::min(word.size(), MAX_RAW_BYTES);
            while (size < word.size() && U8_IS_TRAIL(word[size]))
                --size;
            fold_bounded(word.substr(0, size), part);
            folded_ += part;
            word.remove_prefix(size);
        }
    }

    const AnalyzerRecipe recipe_;
    TextBreaks breaks_;
    const AsciiWords ascii_;
    const icu::Normalizer2& fold_;
    SimpleWords simple_;
    std::string folded_;
    std::size_t skipped_ = 0;
    bool has_dictionaries_ = false;
};

WordAnalyzer::WordAnalyzer(const AnalyzerRecipe& recipe) : impl_(std::make_unique<Impl>(recipe)) {}
WordAnalyzer::~WordAnalyzer() = default;
WordAnalyzer::WordAnalyzer(WordAnalyzer&&) noexcept = default;
WordAnalyzer& WordAnalyzer::operator=(WordAnalyzer&&) noexcept = default;

void WordAnalyzer::analyze(std::string_view utf8, WordSink sink) {
    impl_->analyze(utf8, sink);
}

std::size_t WordAnalyzer::skipped_words() const {
    return impl_->skipped_words();
}

const AnalyzerRecipe& WordAnalyzer::recipe() const {
    return impl_->recipe();
}

}  // namespace descry
