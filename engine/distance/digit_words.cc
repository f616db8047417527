#include "distance/digit_words.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "edits/utf8_characters.h"

namespace descry {

namespace {

// Zero of each script that has decimal digits (general category Nd), Unicode 15; the other nine
// follow it. Compatibility digits are ASCII in canonical texts.
constexpr std::array<char16_t, 36> ZEROS = {
    0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
    0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10};

bool is_digit(char32_t character) {
    if (character < 0x80) return character >= '0' && character <= '9';
    const auto* const after = std::ranges::upper_bound(ZEROS, character);
    return after != ZEROS.begin() && character - after[-1] < 10;
}

bool has_digit(std::string_view word) {
    for (std::size_t i = 0; i < word.size();) {
        if (is_digit(next_character(word, i))) return true;
    }
    return false;
}

// The words with a digit, one after the other.
class NumbersOfText {
  public:
    explicit NumbersOfText(std::string_view text) : rest_(text) {}

    // Empty behind the last.
    std::string_view next() {
        while (!rest_.empty()) {
            const std::string_view word = rest_.substr(0, rest_.find(' '));
            rest_.remove_prefix(std::min(word.size() + 1, rest_.size()));
            if (has_digit(word)) return word;
        }
        return {};
    }

  private:
    std::string_view rest_;
};

const TermCount* next_number(const TermCount* term, const TermCount* end) {
    return std::find_if(term, end, [](const TermCount& t) { return has_digit(t.term); });
}

}  // namespace

bool numbers_differ(const CanonicalText& a, const CanonicalText& b) {
    NumbersOfText numbers_a(a.utf8());
    NumbersOfText numbers_b(b.utf8());
    for (;;) {
        const std::string_view number = numbers_a.next();
        if (number != numbers_b.next()) return true;
        if (number.empty()) return false;
    }
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
