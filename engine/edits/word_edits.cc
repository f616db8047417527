#include "edits/word_edits.h"

#include <cstdint>
#include <limits>
#include <utility>

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

}  // namespace

std::size_t word_edits(std::string_view a, std::string_view b) {
    strip_common_ends(a, b);
    if (a.size() > b.size()) std::swap(a, b);
    if (a.empty()) return b.size();
    return a.size() <= MOST_BITS ? edits_by_bits(a, b) : band_distance(a, b, b.size()).value();
}

}  // namespace descry
