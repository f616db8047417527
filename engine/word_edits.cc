#include "word_edits.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include <edlib.h>

namespace descry {

namespace {

using Column = std::uint64_t;  // one bit for each byte of the shorter word

constexpr std::size_t MOST_BITS = std::numeric_limits<Column>::digits;

void strip_common_ends(std::string_view& a, std::string_view& b) {
    const auto front = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
    a.remove_prefix(static_cast<std::size_t>(front));
    b.remove_prefix(static_cast<std::size_t>(front));
    const auto back = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin();
    a.remove_suffix(static_cast<std::size_t>(back));
    b.remove_suffix(static_cast<std::size_t>(back));
}

// Where a byte stands in the word.
Column places_of(char byte, std::string_view word) {
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
        const Column equal = places_of(byte, shorter);
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

// Of words that no text has.
std::size_t edits_by_library(std::string_view shorter, std::string_view longer) {
    const auto size = [](std::string_view word) { return static_cast<int>(word.size()); };
    const EdlibAlignConfig config =
        edlibNewAlignConfig(-1, EDLIB_MODE_NW, EDLIB_TASK_DISTANCE, nullptr, 0);
    const EdlibAlignResult result =
        edlibAlign(shorter.data(), size(shorter), longer.data(), size(longer), config);
    const bool is_found = result.status == EDLIB_STATUS_OK;
    const int edits = result.editDistance;
    edlibFreeAlignResult(result);
    if (!is_found) throw std::runtime_error("edlib found no distance of two words");
    return static_cast<std::size_t>(edits);
}

}  // namespace

std::size_t word_edits(std::string_view a, std::string_view b) {
    strip_common_ends(a, b);
    if (a.size() > b.size()) std::swap(a, b);
    if (a.empty()) return b.size();
    return a.size() <= MOST_BITS ? edits_by_bits(a, b) : edits_by_library(a, b);
}

}  // namespace descry
