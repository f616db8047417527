#include "tools/input/bytes/utf16_source.h"

#include <algorithm>
#include <utility>

#include "analyzers/utf8.h"
#include "tools/input/bytes/charset.h"

namespace descry {

namespace {

constexpr std::size_t PIECE = std::size_t{64} << 10;

// With fewer, a share is not meaningful.
constexpr std::size_t FEWEST_UNITS = 16;

// Whether the upper bytes of the first two characters, or of one in eight (ASCII letters,
// separators, spaces), are zeros, and at most half as many of the lower ones (U+4E00 has one).
bool has_zeros_of_utf16(std::string_view bytes, bool is_big_endian) {
    const std::size_t upper = is_big_endian ? 0 : 1;
    const std::size_t units = bytes.size() / 2;
    std::size_t zeros = 0;
    std::size_t zeros_below = 0;
    std::size_t first_zeros = 0;
    for (std::size_t i = 0; i < units; ++i) {
        zeros += bytes[2 * i + upper] == 0 ? 1u : 0u;
        zeros_below += bytes[2 * i + 1 - upper] == 0 ? 1u : 0u;
        if (i == 1) first_zeros = zeros;
    }
    const bool are_told = first_zeros == 2 || (units >= FEWEST_UNITS && zeros * 8 >= units);
    return are_told && zeros_below * 2 <= zeros;
}

// Arrays of 16-bit numbers have such zeros as well, but decode to control characters among others.
// So do unpaired surrogates, which JSON may contain.
bool holds_text(std::string_view bytes, const TextEncoding& encoding) {
    std::string text(bytes.substr(0, whole_characters(bytes, encoding)));
    encoding.decode(text);
    return text.starts_with('{') || text.starts_with('[') || !has_control_characters(text);
}

// Scripts without spaces, where zeros are rare; with their punctuation and ASCII.
bool is_of_script_without_blanks(char32_t c) {
    constexpr std::pair<char32_t, char32_t> RANGES[] = {
        {' ', '~'},       {0x0E00, 0x0FFF},  // Thai, Lao, Tibetan
        {0x1000, 0x109F}, {0x1780, 0x17FF},  // Burmese, Khmer
        {0x2010, 0x203F}, {0x3000, 0x30FF},  // punctuation, Kana
        {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3},  // Han, Hangul
        {0xFF00, 0xFFEF}};
    return c == '\n' || c == '\r' || c == '\t' ||
           std::ranges::any_of(
               RANGES, [c](const auto& range) { return c >= range.first && c <= range.second; });
}

// Whether 19 of 20 characters (at least 8) are of such a script, and none is invalid.
bool is_of_such_a_script(std::string_view bytes, const TextEncoding& encoding) {
    constexpr std::size_t FEWEST = 8;
    std::string text(bytes.substr(0, whole_characters(bytes, encoding)));
    if (encoding.decode(text) != 0) return false;
    std::size_t all = 0;
    std::size_t others = 0;
    for (std::size_t at = 0; at < text.size(); ++all)
        others += is_of_script_without_blanks(next_code_point(text, at).value_or(0)) ? 0U : 1U;
    return all >= FEWEST && others * 20 <= all;
}

// Text in other encodings has no control characters; UTF-8 may have some. All bytes of Thai are
// ASCII, half of them control characters.
bool may_be_utf16_without_blanks(std::string_view bytes) {
    constexpr std::size_t MOST_OF_A_CUT_CHARACTER = 3;
    constexpr std::ptrdiff_t MANY = 4;  // one in this many
    const auto controls =
        std::ranges::count_if(bytes, [](const char& c) { return has_control_characters({&c, 1}); });
    return controls * MANY > std::ssize(bytes) ||
           (controls > 0 && valid_utf8_size(bytes) + MOST_OF_A_CUT_CHARACTER < bytes.size());
}

}  // namespace

std::optional<TextEncoding> utf16_of(std::string_view bytes) {
    const auto marked = TextEncoding::marked(bytes);
    if (marked && marked->name().starts_with("UTF-32")) return marked;
    if (bytes.starts_with("\xff\xfe")) return TextEncoding::named("UTF-16LE");
    if (bytes.starts_with("\xfe\xff")) return TextEncoding::named("UTF-16BE");
    const bool has_zeros = bytes.find('\0') != std::string_view::npos;
    const bool may_have_few = may_be_utf16_without_blanks(bytes);
    if (!has_zeros && !may_have_few) return std::nullopt;
    for (const bool is_big_endian : {false, true}) {
        auto encoding = TextEncoding::named(is_big_endian ? "UTF-16BE" : "UTF-16LE");
        const bool is_told = has_zeros && has_zeros_of_utf16(bytes, is_big_endian);
        if (is_told && holds_text(bytes, *encoding)) return encoding;
        if (may_have_few && is_of_such_a_script(bytes, *encoding)) return encoding;
    }
    return std::nullopt;
}

std::size_t whole_characters(std::string_view bytes, const TextEncoding& encoding) {
    if (encoding.name().starts_with("UTF-32")) return bytes.size() / 4 * 4;
    const std::size_t units = bytes.size() / 2 * 2;
    if (units == 0) return 0;
    const bool is_big_endian = encoding.name() == "UTF-16BE";
    const auto high = static_cast<unsigned char>(bytes[units - (is_big_endian ? 2 : 1)]);
    return high >= 0xD8 && high <= 0xDB ? units - 2 : units;
}

std::size_t Utf16Source::read(char* to, std::size_t size) {
    while (taken_ == decoded_.size()) {
        if (!fill()) return 0;
    }
    const std::size_t copied = decoded_.copy(to, size, taken_);
    taken_ += copied;
    return copied;
}

bool Utf16Source::fill() {
    const std::size_t before = raw_.size();
    raw_.resize(before + PIECE);
    const std::size_t size = source_->read(raw_.data() + before, PIECE);
    raw_.resize(before + size);
    decoded_.clear();
    taken_ = 0;
    if (size == 0 && raw_.empty()) return false;
    const std::size_t whole = size == 0 ? raw_.size() : whole_characters(raw_, encoding_);
    const bool has_mark = is_first_ && (mark_ == Mark::ADDED || TextEncoding::marked(raw_));
    decoded_ = raw_.substr(0, whole);
    raw_.erase(0, whole);
    encoding_.decode(decoded_);
    if (has_mark) decoded_.insert(0, UTF8_MARK);
    if (whole > 0) is_first_ = false;
    return true;
}

}  // namespace descry
