#include "analyzers/encodings/usual_characters.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace descry {

namespace {

constexpr std::size_t FEWEST = 50;

struct Bytes {
    unsigned char first;
    unsigned char last;

    bool contain(unsigned char byte) const { return byte >= first && byte <= last; }
};

/// The first bytes of usual characters of two bytes, and the least second one.
struct UsualRows {
    std::string_view encoding;
    std::array<Bytes, 2> leads;
    unsigned char least_trail;
    Bytes of_one_byte;  ///< half-width katakana, which are unusual
};

constexpr Bytes NONE = {1, 0};

// Signs, letters and kana; then frequent ideographs (level 1), or Hangul.
constexpr UsualRows USUAL_ROWS[] = {
    {"Shift_JIS", {{{0x81, 0x84}, {0x87, 0x98}}}, 0x40, {0xA0, 0xDF}},
    {"EUC-JP", {{{0xA1, 0xA8}, {0xB0, 0xCF}}}, 0xA1, NONE},
    {"GB18030", {{{0xA1, 0xA9}, {0xB0, 0xD7}}}, 0xA1, NONE},
    {"Big5", {{{0xA1, 0xA3}, {0xA4, 0xC6}}}, 0x40, NONE},
    {"windows-949", {{{0xA1, 0xA4}, {0xB0, 0xC8}}}, 0xA1, NONE},
};

unsigned char byte_at(std::string_view bytes, std::size_t i) {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
}

bool has_usual_rows(const UsualRows& rows, std::string_view bytes) {
    std::size_t all = 0;
    std::size_t usual = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const unsigned char lead = byte_at(bytes, i);
        if (lead < 0x80) continue;
        ++all;
        if (rows.of_one_byte.contain(lead)) continue;
        const unsigned char trail = byte_at(bytes, ++i);
        const bool is_usual = std::ranges::any_of(
            rows.leads, [lead](const Bytes& leads) { return leads.contain(lead); });
        usual += is_usual && trail >= rows.least_trail ? 1U : 0U;
    }
    return all < FEWEST || 10 * usual >= 9 * all;
}

bool is_ordered_thai(std::string_view bytes) {
    constexpr Bytes CONSONANTS = {0xA1, 0xCE};
    constexpr Bytes LEADING_VOWELS = {0xE0, 0xE4};
    const auto is_mark = [](unsigned char c) {
        return c == 0xD1 || (c >= 0xD4 && c <= 0xDA) || (c >= 0xE7 && c <= 0xEE);
    };
    std::size_t letters = 0;
    std::size_t all = 0;
    std::size_t ordered = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const unsigned char c = byte_at(bytes, i);
        letters += c >= 0x80 ? 1U : 0U;
        if (LEADING_VOWELS.contain(c)) {
            ++all;
            ordered += CONSONANTS.contain(byte_at(bytes, i + 1)) ? 1U : 0U;
        } else if (is_mark(c)) {
            ++all;
            const unsigned char before = i == 0 ? 0 : byte_at(bytes, i - 1);
            ordered += CONSONANTS.contain(before) || is_mark(before) ? 1U : 0U;
        }
    }
    return letters < FEWEST || (all > 0 && 20 * ordered >= 19 * all);
}

}  // namespace

bool has_usual_characters(std::string_view encoding, std::string_view bytes) {
    if (encoding == "windows-874") return is_ordered_thai(bytes);
    const auto* const rows = std::ranges::find(USUAL_ROWS, encoding, &UsualRows::encoding);
    return rows == std::ranges::end(USUAL_ROWS) || has_usual_rows(*rows, bytes);
}

}  // namespace descry
