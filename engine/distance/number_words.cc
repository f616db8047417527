#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "engine/distance/pair_checks.h"
#include "engine/edits/utf8_characters.h"

namespace descry {

namespace {

struct CharacterRange {
    char16_t first;
    char16_t last;
};

// Digits (Nd and No) below U+10000, Unicode 15, except those that NFKC_Casefold expands.
constexpr std::array<CharacterRange, 51> DIGITS = {{
    {0x0030, 0x0039}, {0x0660, 0x0669}, {0x06f0, 0x06f9}, {0x07c0, 0x07c9}, {0x0966, 0x096f},
    {0x09e6, 0x09ef}, {0x09f4, 0x09f9}, {0x0a66, 0x0a6f}, {0x0ae6, 0x0aef}, {0x0b66, 0x0b6f},
    {0x0b72, 0x0b77}, {0x0be6, 0x0bf2}, {0x0c66, 0x0c6f}, {0x0c78, 0x0c7e}, {0x0ce6, 0x0cef},
    {0x0d58, 0x0d5e}, {0x0d66, 0x0d78}, {0x0de6, 0x0def}, {0x0e50, 0x0e59}, {0x0ed0, 0x0ed9},
    {0x0f20, 0x0f33}, {0x1040, 0x1049}, {0x1090, 0x1099}, {0x1369, 0x137c}, {0x17e0, 0x17e9},
    {0x17f0, 0x17f9}, {0x1810, 0x1819}, {0x1946, 0x194f}, {0x19d0, 0x19da}, {0x1a80, 0x1a89},
    {0x1a90, 0x1a99}, {0x1b50, 0x1b59}, {0x1bb0, 0x1bb9}, {0x1c40, 0x1c49}, {0x1c50, 0x1c59},
    {0x2070, 0x2079}, {0x2080, 0x2089}, {0x2150, 0x215f}, {0x2460, 0x249b}, {0x24ea, 0x24ff},
    {0x2776, 0x2793}, {0x2cfd, 0x2cfd}, {0xa620, 0xa629}, {0xa830, 0xa835}, {0xa8d0, 0xa8d9},
    {0xa900, 0xa909}, {0xa9d0, 0xa9d9}, {0xa9f0, 0xa9f9}, {0xaa50, 0xaa59}, {0xabf0, 0xabf9},
    {0xff10, 0xff19},
}};

constexpr std::u32string_view CHINESE_NUMERALS =
    U"〇一二三四五六七八九十百千万亿兆零两兩萬億壹贰叁肆伍陆柒捌玖拾佰仟貳參陸";
// What a numeral counts: "第三条" is one word or three, by ICU's dictionary.
constexpr std::u32string_view CHINESE_COUNTERS =
    U"第条條章节節年月日号號款项項卷期届回目番課课层層階元円";

bool holds(std::u32string_view set, char32_t character) {
    return set.find(character) != std::u32string_view::npos;
}

bool is_digit(char32_t character) {
    if (character < 0x80) return character >= '0' && character <= '9';
    const auto* const range =
        std::ranges::lower_bound(DIGITS, character, {}, &CharacterRange::last);
    return range != DIGITS.end() && character >= range->first;
}

bool has_digit(std::string_view word) {
    for (std::size_t i = 0; i < word.size();)
        if (is_digit(next_character(word, i))) return true;
    return false;
}

bool is_chinese_numeral(std::string_view word) {
    if (static_cast<unsigned char>(word.front()) < 0xe3) return false;
    bool has_numeral = false;
    for (std::size_t i = 0; i < word.size();) {
        const char32_t character = next_character(word, i);
        if (holds(CHINESE_NUMERALS, character)) {
            has_numeral = true;
        } else if (!holds(CHINESE_COUNTERS, character)) {
            return false;
        }
    }
    return has_numeral;
}

int value_of_roman(char letter) {
    constexpr std::string_view LETTERS = "ivxlcdm";
    constexpr std::array<int, LETTERS.size()> VALUES = {1, 5, 10, 50, 100, 500, 1000};
    return VALUES[LETTERS.find(letter)];
}

// The canonical form: "iiii" and "ic" are not Roman numbers.
std::string roman_of(int value) {
    static constexpr std::array<std::pair<int, std::string_view>, 13> PARTS = {{{1000, "m"},
                                                                                {900, "cm"},
                                                                                {500, "d"},
                                                                                {400, "cd"},
                                                                                {100, "c"},
                                                                                {90, "xc"},
                                                                                {50, "l"},
                                                                                {40, "xl"},
                                                                                {10, "x"},
                                                                                {9, "ix"},
                                                                                {5, "v"},
                                                                                {4, "iv"},
                                                                                {1, "i"}}};
    std::string roman;
    for (const auto& [part, letters] : PARTS)
        for (; value >= part; value -= part)
            roman += letters;
    return roman;
}

bool is_roman_numeral(std::string_view letters) {
    int value = 0;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const int here = value_of_roman(letters[i]);
        const bool is_taken_off = i + 1 < letters.size() && here < value_of_roman(letters[i + 1]);
        value += is_taken_off ? -here : here;
    }
    return roman_of(value) == letters;
}

// Of at least two letters; excludes short ones that could be words ("mix", "di", "cm").
bool is_roman_number(std::string_view word) {
    constexpr std::size_t LONGEST = 15;
    if (word.size() < 2 || word.size() > LONGEST) return false;
    const bool is_small = word.find_first_not_of("ivx") == std::string_view::npos;
    const bool is_likely = is_small || word.front() == 'x' || word.size() >= 4;
    return is_likely && word.find_first_not_of("ivxlcdm") == std::string_view::npos &&
           is_roman_numeral(word);
}

// Signs precede numbers, joined to them or not: "-5", and "-" before "$" and "5".
bool begins_with_sign(std::string_view word) {
    const char first = word.front();
    if (static_cast<unsigned char>(first) < 0x80)
        return first == '+' || first == '-' || first == '<' || first == '>';
    std::size_t end = 0;
    return holds(U"±−≤≥", next_character(word, end));
}

bool is_currency(std::string_view word) {
    std::size_t end = 0;
    const char32_t c = next_character(word, end);
    return end == word.size() &&
           (c == '$' || c == 0xb0 || (c >= 0xa2 && c <= 0xa5) || (c >= 0x20a0 && c <= 0x20cf));
}

// Latin, Greek, Cyrillic, Armenian or Hebrew.
bool is_letter(char32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= U'α' && c <= U'ω') || (c >= 0x0430 && c <= 0x045f) ||
           (c >= 0x0561 && c <= 0x0586) || (c >= 0x05d0 && c <= 0x05ea);
}

// The letter that @a word is; 0 if it is not a letter.
char32_t letter_alone(std::string_view word) {
    std::size_t end = 0;
    const char32_t c = next_character(word, end);
    return end == word.size() && is_letter(c) ? c : 0;
}

// Letters that are words of some language.
bool is_word_of_one_letter(char32_t c) {
    return holds(U"aeiouyавикосуяэ", c);
}

// A symbol, or a letter that is not a word.
bool is_unit_or_letter(std::string_view word) {
    std::size_t end = 0;
    const char32_t c = next_character(word, end);
    if (end != word.size() || is_word_of_one_letter(c)) return false;
    const bool is_unit = is_letter(c) || holds(CHINESE_COUNTERS, c);
    const bool is_symbol = c == '$' || (c >= 0xa2 && c <= 0xbe) || c == 0xd7 || c == 0xf7 ||
                           (c >= 0x2000 && c <= 0x2bff) || c >= 0x1f000;
    return is_unit || is_symbol;
}

// Removes the first word from @a text.
std::string_view take_word(std::string_view& text) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    return word;
}

// Iterates over the number words.
class NumbersOfText {
  public:
    explicit NumbersOfText(std::string_view text) : rest_(text) {}

    // Empty at the end.
    std::string_view next() {
        while (!rest_.empty()) {
            const std::string_view word = take_word(rest_);
            const bool is_counted = is_number_word(word) || is_beside_number(word);
            is_behind_number_ = is_counted;
            if (is_counted) return word;
        }
        return {};
    }

  private:
    bool is_beside_number(std::string_view word) const {
        if (!is_unit_or_letter(word)) return false;
        std::string_view rest = rest_;
        return is_behind_number_ || (!rest.empty() && is_number_word(take_word(rest)));
    }

    std::string_view rest_;
    bool is_behind_number_ = false;
};

// At least three letters.
bool may_be_noun(std::string_view word) {
    std::size_t characters = 0;
    for (std::size_t i = 0; i < word.size() && characters < 3; ++characters)
        next_character(word, i);
    return characters == 3;
}

// Whether different letters follow the same noun or number.
bool other_letter_stands(std::string_view a, std::string_view b) {
    std::string_view before;
    while (!a.empty() && !b.empty()) {
        const std::string_view word_a = take_word(a);
        const std::string_view word_b = take_word(b);
        if (word_a == word_b) {
            before = word_a;
            continue;
        }
        const char32_t letter_a = letter_alone(word_a);
        const char32_t letter_b = letter_alone(word_b);
        if (letter_a != 0 && letter_b != 0 && (may_be_noun(before) || has_digit(before)))
            return true;
        before = {};
    }
    return false;
}

const TermCount* next_number(const TermCount* term, const TermCount* end) {
    return std::find_if(term, end, [](const TermCount& t) {
        return is_number_word(t.term) || is_currency(t.term);
    });
}

}  // namespace

bool numbers_differ(const CanonicalText& a, const CanonicalText& b) {
    NumbersOfText numbers_a(a.utf8());
    NumbersOfText numbers_b(b.utf8());
    for (;;) {
        const std::string_view number = numbers_a.next();
        if (number != numbers_b.next()) return true;
        if (number.empty()) return other_letter_stands(a.utf8(), b.utf8());
    }
}

bool is_number_word(std::string_view word) {
    return has_digit(word) || begins_with_sign(word) || is_roman_number(word) ||
           is_chinese_numeral(word);
}

bool numbers_differ(std::span<const TermCount> a, std::span<const TermCount> b) {
    const TermCount* const end_a = a.data() + a.size();
    const TermCount* const end_b = b.data() + b.size();
    const TermCount* i = next_number(a.data(), end_a);
    const TermCount* j = next_number(b.data(), end_b);
    while (i != end_a && j != end_b) {
        if (i->term != j->term || i->wdf != j->wdf) return true;
        i = next_number(i + 1, end_a);
        j = next_number(j + 1, end_b);
    }
    return i != end_a || j != end_b;
}

}  // namespace descry
