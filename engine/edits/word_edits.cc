#include "edits/word_edits.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "edits/band_distance.h"
#include "edits/common_ends.h"

namespace descry {

namespace {

using Column = std::uint64_t;  // one bit for each byte of the shorter word

constexpr std::size_t MOST_BITS = std::numeric_limits<Column>::digits;

// Where a byte stands in the word.
Column positions_of(char byte, std::string_view word) {
    Column places = 0;
    for (std::size_t i = 0; i < word.size(); ++i)
        places |= Column{word[i] == byte} << i;
    return places;
}

// @pre 1 <= shorter.size() <= MOST_BITS
std::size_t edits_by_bits(std::string_view shorter, std::string_view longer) {
    const Column last = Column{1} << (shorter.size() - 1);
    // Where the table is one more, and one less, than in the row above.
    Column more = ~Column{0};
    Column less = 0;
    std::size_t edits = shorter.size();
    for (const char byte : longer) {
        const Column equal = positions_of(byte, shorter);
        const Column diagonal = (((equal & more) + more) ^ more) | equal;
        Column more_than_left = less | ~(diagonal | more);
        Column less_than_left = more & diagonal;
        edits += (more_than_left & last) != 0;
        edits -= (less_than_left & last) != 0;
        more_than_left = more_than_left << 1 | 1;
        less_than_left <<= 1;
        const Column vertical = equal | less;
        more = less_than_left | ~(vertical | more_than_left);
        less = more_than_left & vertical;
    }
    return edits;
}

// Terms of an index may have any bytes, also the one that no text in UTF-8 has.
std::size_t edits_by_band(std::string_view a, std::string_view b) {
    constexpr std::size_t CODES = 256;
    const auto codes_of = [](std::string_view word) {
        std::vector<std::uint32_t> codes(word.size());
        std::ranges::transform(word, codes.begin(),
                               [](char byte) { return static_cast<unsigned char>(byte); });
        return codes;
    };
    return band_distance(codes_of(a), codes_of(b), CODES, b.size()).value();
}

}  // namespace

std::size_t word_edits(std::string_view a, std::string_view b) {
    strip_common_ends(a, b);
    if (a.size() > b.size()) std::swap(a, b);
    if (a.empty()) return b.size();
    return a.size() <= MOST_BITS ? edits_by_bits(a, b) : edits_by_band(a, b);
}

}  // namespace descry
