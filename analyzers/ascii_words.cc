#include "analyzers/ascii_words.h"

#include <algorithm>
#include <span>

#include <unicode/ubrk.h>
#include <unicode/unistr.h>

#include "analyzers/ascii_piece.h"
#include "analyzers/encodings/utf8_reading.h"
#include "analyzers/long_words.h"
#include "analyzers/signs.h"

namespace descry {

namespace {

constexpr std::uint8_t LETTER = 1;
constexpr std::uint8_t DIGIT = 2;
constexpr std::uint8_t EXTENDER = 4;  // "_": joins its neighbours
constexpr int MIDDLE_SHIFT = 3;
constexpr std::uint8_t MID_LETTER = LETTER << MIDDLE_SHIFT;  // "'": joins two letters
constexpr std::uint8_t MID_NUMBER = DIGIT << MIDDLE_SHIFT;   // ",": joins two digits
constexpr std::uint8_t CAPITAL = 32;
constexpr std::uint8_t IN_WORD = LETTER | DIGIT | EXTENDER;

constexpr bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (to_lower(c) >= 'a' && to_lower(c) <= 'z');
}

class Questions {
  public:
    explicit Questions(icu::BreakIterator& icu) : icu_(icu) {}

    /// The rule status of @a text; 0 if it has several segments, or is not a word.
    int status_of(std::string_view text) {
        const auto units = icu::UnicodeString::fromUTF8(icu::StringPiece(text));
        icu_.setText(units);
        icu_.first();
        return icu_.next() == units.length() ? icu_.getRuleStatus() : 0;
    }

  private:
    icu::BreakIterator& icu_;
};

std::uint8_t ask_classes(Questions& ask, char c) {
    const int alone = ask.status_of({&c, 1});
    if (alone >= UBRK_WORD_LETTER) return LETTER;
    if (alone >= UBRK_WORD_NUMBER) return DIGIT;
    const char doubled[] = {c, c};
    if (ask.status_of({doubled, 2}) != 0) return EXTENDER;
    const char in_letters[] = {'a', c, 'a'};
    const char in_digits[] = {'1', c, '1'};
    return static_cast<std::uint8_t>((ask.status_of({in_letters, 3}) != 0 ? MID_LETTER : 0) |
                                     (ask.status_of({in_digits, 3}) != 0 ? MID_NUMBER : 0));
}

}  // namespace

AsciiWords::AsciiWords(const AnalyzerRecipe& recipe, icu::BreakIterator& icu)
    : recipe_(recipe), has_only_runs_(recipe.mid_word == MidWord::SPLIT) {
    Questions questions(icu);
    for (std::size_t i = 0; i < 128; ++i) {
        const char c = static_cast<char>(i);
        if (recipe.mid_word == MidWord::KEEP) {
            classes_[i] = ask_classes(questions, c);
        } else if (is_alphanumeric(c)) {
            classes_[i] = LETTER;
        }
        if (to_lower(c) != c) classes_[i] |= CAPITAL;
    }
}

/// @return one past the word's last character; @a seen collects the classes of its characters
std::size_t AsciiWords::find_word_end(std::string_view text, std::size_t begin,
                                      Classes& seen) const {
    Classes last = classes_at(text, begin);
    seen = last;
    std::size_t end = begin + 1;
    for (; end < text.size(); ++end) {
        const Classes next = classes_at(text, end);
        if ((next & IN_WORD) != 0) {
            seen |= next;
            last = next;
            continue;
        }
        if (end + 1 == text.size()) break;
        const int joined = last & (next >> MIDDLE_SHIFT) & classes_at(text, end + 1);
        if ((joined & (LETTER | DIGIT)) == 0) break;
    }
    return end;
}

std::size_t AsciiWords::analyze(std::string_view text, WordSink sink) const {
    // Blocks do not pay for short texts.
    if (has_only_runs_ && text.size() >= ASCII_BLOCK / 2)
        return analyze_by_blocks<false>(text, 0, sink);
    return analyze_by_classes(text, sink);
}

std::size_t AsciiWords::analyze_with_signs(std::string_view text, std::size_t begin,
                                           std::size_t end, WordSink sink) const {
    return analyze_by_blocks<true>(text.substr(0, end), begin, sink);
}

template <bool HAS_SIGNS>
std::size_t AsciiWords::analyze_by_blocks(std::string_view text, std::size_t begin,
                                          WordSink sink) const {
    AsciiPiece piece;
    std::size_t skipped = 0;
    while (begin < text.size()) {
        const std::size_t size = piece.read<HAS_SIGNS>(text, begin);
        const bool is_last = begin + size == text.size();
        const std::span<const std::uint16_t> edges = piece.edges();
        for (std::size_t i = 0; i + 1 < edges.size(); i += 2) {
            const std::size_t bytes = edges[i + 1] - std::size_t{edges[i]};
            if (bytes > recipe_.max_bytes) {
                skipped += take_long(text.substr(begin + edges[i], bytes), sink);
                continue;
            }
            const bool is_capitalised = piece.lowered()[edges[i]] != text[begin + edges[i]];
            sink.call(sink.context, {piece.lowered() + edges[i], bytes}, is_capitalised);
        }
        if (is_last || edges.size() % 2 == 0) {
            begin += size;
            continue;
        }
        // The last word extends beyond the piece: read it again with what follows.
        begin += edges.back();
        if (edges.back() > 0) continue;
        const std::size_t end = HAS_SIGNS ? end_of_word_at(text, begin) : end_of_run(text, begin);
        skipped += take_long(text.substr(begin, end - begin), sink);
        begin = end;
    }
    return skipped;
}

std::size_t AsciiWords::end_of_run(std::string_view text, std::size_t begin) const {
    const auto is_outside = [this](char c) {
        return (classes_[static_cast<unsigned char>(c)] & IN_WORD) == 0;
    };
    const std::string_view rest = text.substr(begin);
    return begin + static_cast<std::size_t>(std::ranges::find_if(rest, is_outside) - rest.begin());
}

std::size_t AsciiWords::take_long(std::string_view word, WordSink sink) const {
    if (!cuts_long_words(recipe_)) return 1;
    LongWord pieces(recipe_.max_bytes, to_lower(word[0]) != word[0], sink);
    for (const char c : word) {
        const char lowered = to_lower(c);
        pieces.add({&lowered, 1});
    }
    return pieces.finish();
}

std::size_t AsciiWords::analyze_by_classes(std::string_view text, WordSink sink) const {
    std::array<char, MAX_TERM_BYTES> lowered;
    std::size_t skipped = 0;
    std::size_t begin = 0;
    while (begin < text.size()) {
        if ((classes_at(text, begin) & IN_WORD) == 0) {
            ++begin;
            continue;
        }
        Classes seen = 0;
        const std::size_t end = find_word_end(text, begin, seen);
        const std::string_view word = text.substr(begin, end - begin);
        begin = end;
        if (word.size() == 1 && seen == EXTENDER) continue;
        if (word.size() > recipe_.max_bytes) {
            skipped += take_long(word, sink);
        } else if ((seen & CAPITAL) == 0) {
            sink.call(sink.context, word, false);
        } else {
            for (std::size_t i = 0; i < word.size(); ++i)
                lowered[i] = to_lower(word[i]);
            const bool is_capitalised = to_lower(word[0]) != word[0];
            sink.call(sink.context, {lowered.data(), word.size()}, is_capitalised);
        }
    }
    return skipped;
}

}  // namespace descry
