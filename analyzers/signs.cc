#include "analyzers/signs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstdint>
#include <memory>

#include <unicode/uchar.h>

#include "analyzers/ascii_piece.h"
#include "analyzers/encodings/utf8_reading.h"
#include "analyzers/simple_words.h"

namespace descry {

namespace {

constexpr std::uint32_t WORD_CATEGORIES = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK;
constexpr UChar32 MINUS = 0x2212;
constexpr UChar32 PLUS_MINUS = 0xB1;
constexpr UChar32 AT_MOST = 0x2264;
constexpr UChar32 AT_LEAST = 0x2265;
constexpr UChar32 BLACK_FLAG = 0x1F3F4;

constexpr bool is_ascii_alphanumeric(UChar32 c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(UChar32 c) {
    return c < 0x80 ? c >= '0' && c <= '9' : u_charType(c) == U_DECIMAL_DIGIT_NUMBER;
}

/// A letter, mark or digit that an adjacent sign may join.
bool is_joined(UChar32 c) {
    if (c < 0x80) return is_ascii_alphanumeric(c);
    if ((U_GET_GC_MASK(c) & WORD_CATEGORIES) == 0)
        return u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
    return !is_cut_by_dictionaries(c) &&
           u_getIntPropertyValue(c, UCHAR_HANGUL_SYLLABLE_TYPE) == U_HST_NOT_APPLICABLE;
}

/// Maps full-width and small signs, and hyphens, to ASCII.
constexpr UChar32 plain(UChar32 c) {
    if (c > 0xFF00 && c < 0xFF5F) return c - 0xFF00 + 0x20;
    if (c == 0x2010 || c == 0x2011) return '-';
    constexpr std::string_view SMALL_FORMS = ",_._;:?!_(){}__#&*+-<>=_\\$%@";  // "_": none
    if (c < 0xFE50 || c >= 0xFE50 + static_cast<UChar32>(SMALL_FORMS.size())) return c;
    const char form = SMALL_FORMS[static_cast<std::size_t>(c - 0xFE50)];
    return form == '_' ? c : form;
}

bool is_plus_or_minus(UChar32 c) {
    return c == '+' || c == '-' || c == MINUS;
}

bool is_decimal_mark(UChar32 c) {
    constexpr UChar32 FRACTION_SLASH = 0x2044;
    return c == '.' || c == ',' || c == 0x066B || c == 0x066C || c == FRACTION_SLASH;
}

bool is_percent(UChar32 c) {
    return c == '%' || c == 0x066A || c == 0x2030 || c == 0x2031;
}

bool is_comparison(UChar32 c) {
    return c == '<' || c == '>' || c == AT_MOST || c == AT_LEAST || c == PLUS_MINUS;
}

bool is_word_alone(UChar32 c) {
    if (c < 0x80) return c == '$';
    if (c >= 0xC0 && c < 0x250) return c == 0xD7 || c == 0xF7;
    constexpr std::uint32_t SYMBOLS = U_GC_SO_MASK | U_GC_SC_MASK | U_GC_SK_MASK | U_GC_SM_MASK;
    const bool is_drawing = c >= 0x2500 && c <= 0x259F;
    return (U_GET_GC_MASK(c) & SYMBOLS) != 0 && !is_drawing && plain(c) == c;
}

/// Chinese numerals are words of their own, or begin one.
bool is_chinese_numeral(UChar32 c) {
    constexpr std::u16string_view NUMERALS = u"〇一二三四五六七八九十百千万亿零两兩萬億";
    return c >= 0x3007 && c <= 0x9FFF && NUMERALS.find(static_cast<char16_t>(c)) != NUMERALS.npos;
}

bool is_currency(UChar32 c) {
    return c == '$' || (c >= 0x80 && u_charType(c) == U_CURRENCY_SYMBOL);
}

/// A position in a text, with its neighbours.
class Place {
  public:
    Place(std::string_view text, std::size_t at) : text_(text), at_(at), end_(at) {
        if (at < text.size()) c_ = plain(take_code_point(text, end_));
    }

    UChar32 character() const { return c_; }  ///< negative at the end, and for ill-formed bytes
    std::size_t end() const { return end_; }
    Place next() const { return {text_, end_}; }

    UChar32 before() const {
        std::size_t end = begin_before();
        if (end == at_) return -1;
        const UChar32 c = take_code_point(text_, end);
        return end == at_ ? plain(c) : -1;
    }

    /// True for `">5"`, false for `<a href="x">5`.
    bool is_behind_opening_quote() const {
        const UChar32 before_quote = Place(text_, begin_before()).before();
        return before_quote < 0 || u_isUWhiteSpace(before_quote) != 0 || before_quote == '(';
    }

    /// True for the ">" of "<b>5" and "</b>5".
    bool ends_tag() const {
        std::size_t begin = at_;
        while (begin > 0 && is_ascii_alphanumeric(text_[begin - 1]))
            --begin;
        return begin > 0 && (text_[begin - 1] == '<' || text_[begin - 1] == '/');
    }

  private:
    std::size_t begin_before() const {
        std::size_t begin = at_ - (at_ > 0 ? 1 : 0);
        while (begin > 0 && at_ - begin < U8_MAX_LENGTH && U8_IS_TRAIL(text_[begin]))
            --begin;
        return begin;
    }

    std::string_view text_;
    std::size_t at_;
    std::size_t end_;
    UChar32 c_ = -1;
};

/// A digit, including ½ and Ⅳ, or a point before one.
bool opens_number(const Place& place) {
    const UChar32 c = place.character();
    if (c < 0x80) return is_digit(c) || (c == '.' && is_digit(place.next().character()));
    return is_digit(c) || ((U_GET_GC_MASK(c) & U_GC_N_MASK) != 0 && is_joined(c));
}

/// "$5", which is cut from the sign before it.
bool opens_price(const Place& place) {
    return is_currency(place.character()) && opens_number(place.next());
}

bool is_sign_before(const Place& place) {
    if (!is_plus_or_minus(place.character())) return false;
    const Place next = place.next();
    const bool is_chinese = is_chinese_numeral(next.character());
    if (!is_chinese && !opens_number(next) && !opens_price(next)) return false;
    const UChar32 before = place.before();
    constexpr std::string_view JOINERS = ".)]}_%+-";
    if (before < 0x80)
        return !is_ascii_alphanumeric(before) &&
               (before < 0 || JOINERS.find(static_cast<char>(before)) == JOINERS.npos);
    const bool is_of_word = is_chinese && (U_GET_GC_MASK(before) & WORD_CATEGORIES) != 0;
    return !is_joined(before) && !is_of_word && before != MINUS;
}

bool is_comparison_before(const Place& place) {
    if (!is_comparison(place.character())) return false;
    const UChar32 before = place.before();
    constexpr std::string_view OF_OTHER_MEANING = "-=/<>";  // of an arrow, a tag, a shift
    if (before >= 0 && before < 0x80 &&
        OF_OTHER_MEANING.find(static_cast<char>(before)) != OF_OTHER_MEANING.npos)
        return false;
    if (place.character() == '>') {
        if (before == '\n' || place.ends_tag()) return false;
        if ((before == '"' || before == '\'') && !place.is_behind_opening_quote()) return false;
    }
    const Place next = place.next();
    const bool has_equals = next.character() == '=' && place.character() < 0x80;
    const Place number = has_equals ? next.next() : next;
    return opens_number(number) || opens_price(number) || is_sign_before(number);
}

/// The point of ".5".
bool is_point_before(const Place& place) {
    const UChar32 before = place.before();
    return place.character() == '.' && is_digit(place.next().character()) && before != '.' &&
           !is_joined(before);
}

bool begins_word(const Place& place) {
    return is_sign_before(place) || is_comparison_before(place) || is_point_before(place);
}

/// The end of "#" or of a run of "+" that belongs to the word before it; else @a at.
std::size_t end_of_suffix(std::string_view text, std::size_t at) {
    const Place place(text, at);
    const UChar32 sign = place.character();
    if ((sign != '+' && sign != '#') || !is_joined(place.before())) return at;
    std::size_t signs = 0;
    Place next = place;
    for (; next.character() == sign; next = next.next())
        ++signs;
    const std::size_t end = at + signs * (place.end() - at);
    const bool is_version = sign == '+' && signs == 2 && is_digit(next.character());
    const bool ends =
        !is_joined(next.character()) && next.character() != '+' && next.character() != '#';
    return signs <= (sign == '#' ? 1U : 3U) && (ends || is_version) ? end : at;
}

/// The end of the sign at @a at that continues the word before it; else @a at.
std::size_t end_of_inner_sign(std::string_view text, std::size_t at) {
    const Place place(text, at);
    const UChar32 c = place.character();
    if (is_decimal_mark(c))
        return is_digit(place.before()) && is_digit(place.next().character()) ? place.end() : at;
    if (is_percent(c))
        return is_digit(place.before()) && !is_joined(place.next().character()) ? place.end() : at;
    return end_of_suffix(text, at);
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        const Place place(text, at);
        const std::size_t end =
            is_joined(place.character()) ? place.end() : end_of_inner_sign(text, at);
        if (end == at) break;
        at = end;
    }
    return at;
}

std::size_t begin_of_word(std::string_view text, std::size_t from, std::size_t at) {
    while (at > from && is_joined(Place(text, at).before())) {
        --at;
        while (at > from && U8_IS_TRAIL(text[at]))
            --at;
    }
    return at;
}

/// The end of the signs that begin a word.
std::size_t end_of_opening(std::string_view text, std::size_t at) {
    Place place(text, at);
    while (!is_joined(place.character()) && !is_currency(place.character()) &&
           !is_chinese_numeral(place.character())) {
        at = place.end();
        place = place.next();
    }
    return at;
}

std::size_t end_of_run(std::string_view text, std::size_t at) {
    const Place first(text, at);
    std::size_t end = at;
    for (Place place = first; place.character() == first.character(); place = place.next())
        end = place.end();
    return end;
}

/// The end of the tag characters that make a black flag England's or another region's.
std::size_t end_of_tags(std::string_view text, std::size_t at) {
    for (Place place(text, at); place.character() >= 0xE0020 && place.character() <= 0xE007F;
         place = place.next())
        at = place.end();
    return at;
}

bool is_power(const Place& place) {
    const UChar32 before = place.before();
    const UChar32 next = place.next().character();
    return place.character() == '^' && (is_joined(before) || before == ')' || before == '}') &&
           (is_joined(next) || next == '(' || next == '{' || is_plus_or_minus(next));
}

bool may_be_sign(UChar32 c) {
    return is_word_alone(plain(c)) || is_decimal_mark(plain(c)) || is_percent(plain(c)) ||
           is_comparison(plain(c)) || is_plus_or_minus(plain(c)) || plain(c) == '#' ||
           plain(c) == '^' || u_charType(c) == U_OTHER_NUMBER;
}

/// Caches ICU's answers for the Basic Multilingual Plane.
bool may_be_sign_of_bmp(std::uint32_t c) {
    static const auto signs = [] {
        auto bits = std::make_unique<std::bitset<0x10000>>();
        for (std::size_t i = 0x80; i < bits->size(); ++i)
            (*bits)[i] = may_be_sign(static_cast<UChar32>(i));
        return bits;
    }();
    return (*signs)[c];
}

/// The bytes of a block of @a text at @a at that may be signs, lowest first.
std::uint64_t sign_bytes_at(std::string_view text, std::size_t at) {
    constexpr std::uint64_t ANY = ~std::uint64_t{0};
    std::uint64_t signs = 0;
    if (text.size() - at >= ASCII_BLOCK) {
        find_sign_bytes(text.data() + at, 1, &ANY, 1, &signs);
    } else {
        std::array<char, ASCII_BLOCK> last{};
        text.copy(last.data(), ASCII_BLOCK, at);
        find_sign_bytes(last.data(), 1, &ANY, 1, &signs);
    }
    return signs;
}

bool may_begin_at(std::string_view text, std::size_t at) {
    if (is_ascii(text[at])) return true;
    const std::uint32_t c = bmp_character_at(text, at).code_point;
    return c == 0xFFFF || may_be_sign_of_bmp(c);
}

}  // namespace

SignedWord signed_word_at(std::string_view text, std::size_t from, std::size_t at) {
    const Place place(text, at);
    const UChar32 c = place.character();
    if (c < 0) return {at, at, false};
    if (begins_word(place)) return {at, end_of_word(text, end_of_opening(text, at)), false};
    const bool joins =
        end_of_inner_sign(text, at) > at || (c >= 0x80 && u_charType(c) == U_OTHER_NUMBER);
    if (joins) return {begin_of_word(text, from, at), end_of_word(text, at), false};
    if (is_power(place)) return {at, place.end(), true};
    if (!is_word_alone(c)) return {at, at, false};
    std::size_t end = end_of_run(text, at);
    if (c == BLACK_FLAG) end = end_of_tags(text, end);
    const bool is_drawing = end - at > MOST_REPEATED * (place.end() - at);
    return {is_drawing ? end : at, end, true};
}

std::size_t end_of_word_at(std::string_view text, std::size_t begin) {
    const SignedWord word = signed_word_at(text, begin, begin);
    return word.end > begin ? word.end : end_of_word(text, begin);
}

SignedWord next_signed_word(std::string_view text, std::size_t from) {
    std::size_t begin = from;
    for (std::size_t block = from; block < text.size(); block += ASCII_BLOCK) {
        for (std::uint64_t bits = sign_bytes_at(text, block); bits != 0; bits &= bits - 1) {
            const std::size_t at = block + static_cast<std::size_t>(std::countr_zero(bits));
            if (at < begin || !may_begin_at(text, at)) continue;
            const SignedWord word = signed_word_at(text, from, at);
            if (word.end > word.begin) return word;
            begin = std::max(begin, word.end);
        }
    }
    return {text.size(), text.size(), false};
}

std::size_t end_of_flag(std::string_view text, std::size_t at) {
    const Place flag(text, at);
    if (flag.character() != BLACK_FLAG) return at;
    const std::size_t end = end_of_tags(text, flag.end());
    return end > flag.end() ? end : at;
}

bool is_in_signed_word(UChar32 c) {
    return (U_GET_GC_MASK(c) & WORD_CATEGORIES) != 0 || is_decimal_mark(c) || is_percent(c) ||
           is_comparison(c) || is_plus_or_minus(c) || c == '=' || c == '#';
}

void unify_signs(std::string& word) {
    if (word.find("\u2212"[0]) == std::string::npos) return;
    for (const std::string_view minus : {"\u2212", "\u2010"}) {
        for (std::size_t at = 0; (at = word.find(minus, at)) != std::string::npos;) {
            word.erase(at, minus.size() - 1);
            word[at] = '-';
        }
    }
}

}  // namespace descry
