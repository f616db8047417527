#include "analyzers/java_text.h"

#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "analyzers/encodings/utf8_reading.h"

namespace descry {

namespace {

#include "analyzers/java_character_table.inc"

// ASCII is read eight bytes at a time in a 64-bit word, the first byte lowest.
static_assert(std::endian::native == std::endian::little);
constexpr std::size_t WORD = sizeof(std::uint64_t);
constexpr std::uint64_t EACH = 0x0101010101010101;
constexpr std::uint64_t HIGH_BITS = 0x80 * EACH;

// The high bit of each byte of `word` between two ASCII characters; bytes of `word` are below 0x80.
constexpr std::uint64_t between(std::uint64_t word, unsigned char first, unsigned char last) {
    return (word + (0x80U - first) * EACH) & ~(word + (0x7FU - last) * EACH) & HIGH_BITS;
}

struct AsciiWord {
    std::uint64_t lower;  // lower-cased
    std::size_t length;   // letters and digits before the first other byte, 0 to 8
};

constexpr AsciiWord classify(std::uint64_t word) {
    const std::uint64_t low = word & ~HIGH_BITS;
    const std::uint64_t letters = between(low | (0x20 * EACH), 'a', 'z');
    const std::uint64_t kept = (letters | between(low, '0', '9')) & ~word;
    return {word | (letters >> 2),
            static_cast<std::size_t>(std::countr_zero(~kept & HIGH_BITS)) / 8};
}

constexpr std::uint32_t POWERS_OF_31[WORD + 1] = {
    1, 31, 961, 29791, 923521, 28629151, 887503681, 1742810335, 2487512833};

constexpr std::array<bool, 256> IS_ASCII_SEPARATOR = [] {
    std::array<bool, 256> table{};
    for (unsigned byte = 0; byte < 0x80; ++byte)
        table[byte] = classify(byte).length == 0;
    return table;
}();

// String.hashCode of a word's eight bytes (zero bytes before a shorter string add nothing): joins
// neighbours to numbers of 16, then 32 bits.
std::uint32_t hash_word(std::uint64_t word) {
    constexpr std::uint64_t LANES_16 = 0x00FF00FF00FF00FF;
    constexpr std::uint64_t LANES_32 = 0x0000FFFF0000FFFF;
    const std::uint64_t pairs = (word & LANES_16) * POWERS_OF_31[1] + ((word >> 8) & LANES_16);
    const std::uint64_t fours = (pairs & LANES_32) * POWERS_OF_31[2] + ((pairs >> 16) & LANES_32);
    return static_cast<std::uint32_t>(fours) * POWERS_OF_31[4] +
           static_cast<std::uint32_t>(fours >> 32);
}

// The ranges expanded to one entry per unit: 128 KiB, of which a text touches a few cache lines.
std::vector<char16_t> expand_table() {
    std::vector<char16_t> lower(0x10000, 0);
    for (const UnitRange& range : LETTERS_AND_DIGITS) {
        for (std::uint32_t unit = range.first; unit <= range.last; ++unit) {
            lower[unit] = static_cast<char16_t>(unit);
        }
    }
    for (const LowerRun& run : LOWER_CASE) {
        for (std::uint32_t unit = run.first; unit <= run.last; unit += run.step) {
            lower[unit] = static_cast<char16_t>(run.lower + (unit - run.first));
        }
    }
    return lower;
}

const char16_t* lower_table() {
    static const std::vector<char16_t> table = expand_table();
    return table.data();
}

constexpr std::size_t FIRST_ROOM = 64;

// State of reading one token. Passed by value, to stay in registers.
struct Run {
    const unsigned char* at;
    std::size_t bytes = 0;  // of the token in the buffer
    std::uint32_t units = 0;
    std::uint32_t hash = 0;
    bool ended = false;  // by a separator, which is then behind `at`
};

// Room for WORD more bytes of the token.
char* room_for(std::string& buffer, std::size_t bytes) {
    if (buffer.size() - bytes < WORD) buffer.resize(2 * buffer.size());
    return buffer.data() + bytes;
}

// Appends letters and digits up to the first other byte.
Run read_ascii(Run run, const unsigned char* end, std::string& buffer) {
    for (std::size_t length = WORD; length == WORD;) {
        std::uint64_t word = 0;  // zero bytes separate
        const auto left = static_cast<std::size_t>(end - run.at);
        if (left >= WORD) {
            std::memcpy(&word, run.at, WORD);
        } else {
            std::memcpy(&word, run.at, left);
        }
        const AsciiWord read = classify(word);
        length = read.length;
        if (length == 0) break;
        std::memcpy(room_for(buffer, run.bytes), &read.lower, WORD);
        run.hash = run.hash * POWERS_OF_31[length] + hash_word(read.lower << (8 * (WORD - length)));
        run.bytes += length;
        run.units += static_cast<std::uint32_t>(length);
        run.at += length;
    }
    return run;
}

// Appends non-ASCII units up to the first ASCII byte. Other planes and ill-formed bytes separate.
Run read_wide(Run run, const unsigned char* end, const char16_t* lower_of, std::string& buffer) {
    while (run.at != end && *run.at >= 0x80) {
        const BmpCharacter unit = bmp_character_at(
            {reinterpret_cast<const char*>(run.at), static_cast<std::size_t>(end - run.at)}, 0);
        run.at += unit.bytes;
        const std::uint32_t lower = lower_of[unit.code_point];
        if (lower == 0) {
            run.ended = true;
            break;
        }
        // The dotted capital I and the kelvin sign become one byte.
        auto* const out = reinterpret_cast<std::uint8_t*>(room_for(buffer, run.bytes));
        std::size_t size = 0;
        U8_APPEND_UNSAFE(out, size, lower);
        run.bytes += size;
        run.hash = 31 * run.hash + lower;
        ++run.units;
    }
    return run;
}

}  // namespace

char16_t java_lower_letter_or_digit(char16_t unit) {
    return lower_table()[unit];
}

JavaTokenizer::JavaTokenizer() : lower_(lower_table()), buffer_(FIRST_ROOM, '\0') {}

void JavaTokenizer::start(std::string_view utf8) {
    position_ = reinterpret_cast<const unsigned char*>(utf8.data());
    end_ = position_ + utf8.size();
}

bool JavaTokenizer::next(JavaToken& token) {
    Run run{.at = position_};
    while (run.at != end_ && run.bytes == 0) {
        if (IS_ASCII_SEPARATOR[*run.at]) {
            ++run.at;
            continue;
        }
        for (run.ended = false; !run.ended;) {
            run = read_ascii(run, end_, buffer_);
            if (run.at == end_ || *run.at < 0x80) break;
            run = read_wide(run, end_, lower_, buffer_);
        }
    }
    position_ = run.at;
    if (run.bytes == 0) return false;
    token.text = std::string_view(buffer_.data(), run.bytes);
    token.utf16_length = run.units;
    token.hash = static_cast<std::int32_t>(run.hash);
    return true;
}

}  // namespace descry
