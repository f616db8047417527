#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <descry/analyzers/equal_texts.h>

#include "analyzers/ascii_piece.h"
#include "analyzers/bmp_table.h"
#include "analyzers/encodings/utf8_reading.h"
#include "analyzers/icu_text.h"
#include "analyzers/signs.h"

namespace descry {

namespace {

constexpr bool is_white_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

void append_without_white_space(std::string_view text, std::string& folded) {
    for (std::size_t next = 0; next < text.size();) {
        const std::size_t begin = next;
        if (u_isUWhiteSpace(take_code_point(text, next)) == 0)
            folded += text.substr(begin, next - begin);
    }
}

/// The fold of a character that nothing before it composes with.
struct CharacterFold {
    bool is_known = false;  ///< else ICU must see its context
    std::uint8_t size = 0;
    std::array<char, 6> bytes = {};
};

CharacterFold ask_fold(UChar32 c) {
    const icu::Normalizer2& fold = nfkc_casefold();
    CharacterFold answer;
    if (U_IS_UNICODE_CHAR(c) == 0 || fold.hasBoundaryBefore(c) == 0) return answer;
    std::string character;
    icu::UnicodeString(c).toUTF8String(character);
    std::string normalised;
    normalise(fold, character, normalised);
    std::string folded;
    append_without_white_space(normalised, folded);
    if (folded.size() > answer.bytes.size()) return answer;
    answer.is_known = true;
    answer.size = static_cast<std::uint8_t>(folded.size());
    std::ranges::copy(folded, answer.bytes.begin());
    return answer;
}

const CharacterFold& fold_of(std::uint32_t code_point) {
    thread_local BmpTable<CharacterFold> folds;
    return folds.of(code_point, ask_fold);
}

/// The folded text as it grows, always with room for a copy of COPIED bytes.
class FoldedText {
  public:
    explicit FoldedText(std::size_t expected) : folded_(expected + MARGIN, '\0') {}

    std::size_t size() const { return size_; }
    void cut_to(std::size_t size) { size_ = size; }

    void append_ascii(std::string_view ascii) {
        if (ascii.size() <= COPIED) {
            make_room();
            for (const char c : ascii) {
                folded_[size_] = to_lower(c);
                size_ += is_white_space(c) ? 0U : 1U;
            }
            return;
        }
        std::size_t begin = 0;
        for (; ascii.size() - begin >= ASCII_BLOCK; begin += ASCII_BLOCK)
            append_block(ascii.data() + begin, ~std::uint64_t{0});
        if (begin == ascii.size()) return;
        std::array<char, ASCII_BLOCK> last{};
        ascii.copy(last.data(), ASCII_BLOCK, begin);
        append_block(last.data(), (std::uint64_t{1} << (ascii.size() - begin)) - 1);
    }

    void append(const CharacterFold& character) {
        make_room();
        std::memcpy(folded_.data() + size_, character.bytes.data(), character.bytes.size());
        size_ += character.size;
    }

    void append(std::string_view bytes) {
        folded_.resize(size_);
        append_without_white_space(bytes, folded_);
        size_ = folded_.size();
        make_room();
    }

    std::string take() {
        folded_.resize(size_);
        return std::move(folded_);
    }

  private:
    static constexpr std::size_t COPIED = 16;
    static constexpr std::size_t MARGIN = ASCII_BLOCK + COPIED;

    /// @param taken a bit for each byte of the block that belongs to the text
    void append_block(const char* block, std::uint64_t taken) {
        std::array<char, ASCII_BLOCK + COPIED> lowered;
        std::uint64_t spaces = 0;
        fold_ascii_with_spaces(block, 1, lowered.data(), &spaces);
        make_room();
        for (std::uint64_t bits = ~spaces & taken; bits != 0;) {
            const auto begin = static_cast<std::size_t>(std::countr_zero(bits));
            const auto bytes = static_cast<std::size_t>(std::countr_one(bits >> begin));
            for (std::size_t i = 0; i < bytes; i += COPIED)
                std::memcpy(folded_.data() + size_ + i, lowered.data() + begin + i, COPIED);
            size_ += bytes;
            if (begin + bytes == ASCII_BLOCK) break;
            bits &= ~std::uint64_t{0} << (begin + bytes);
        }
    }

    void make_room() {
        if (folded_.size() - size_ < MARGIN) folded_.resize(2 * folded_.size() + MARGIN);
    }

    std::string folded_;
    std::size_t size_ = 0;
};

}  // namespace

std::string folded_text(std::string_view utf8) {
    const icu::Normalizer2& fold = nfkc_casefold();
    FoldedText folded(utf8.size());
    std::string stretch;
    // The last character, whose fold changes if the next one composes with it.
    std::size_t last = 0;
    std::size_t size_before_last = 0;
    for (std::size_t at = 0; at < utf8.size();) {
        if (is_ascii(utf8[at])) {
            const std::size_t end = skip_ascii(utf8, at);
            folded.append_ascii(utf8.substr(at, end - at));
            last = end - 1;
            size_before_last = folded.size() - (is_white_space(utf8[last]) ? 0U : 1U);
            at = end;
            continue;
        }
        const auto [c, bytes] = bmp_character_at(utf8, at);
        if (const CharacterFold& known = fold_of(c); known.is_known) {
            last = at;
            size_before_last = folded.size();
            folded.append(known);
            at += bytes;
            continue;
        }
        if (const std::size_t end = end_of_flag(utf8, at); end > at) {
            folded.append(utf8.substr(at, end - at));
            at = end;
        } else {
            folded.cut_to(size_before_last);
            do
                take_code_point(utf8, at);
            while (at < utf8.size() && at - last < LONGEST_STRETCH && !is_ascii(utf8[at]) &&
                   !fold_of(bmp_character_at(utf8, at).code_point).is_known &&
                   end_of_flag(utf8, at) == at);
            normalise(fold, utf8.substr(last, at - last), stretch);
            folded.append(stretch);
        }
        last = at;
        size_before_last = folded.size();
    }
    return folded.take();
}

bool equal_texts(std::string_view a, std::string_view b) {
    return a == b || folded_text(a) == folded_text(b);
}

}  // namespace descry
