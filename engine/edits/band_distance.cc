#include "edits/band_distance.h"

#include <algorithm>
#include <utility>

#include "edits/diagonal_band.h"
#include "edits/pattern_rows.h"

namespace descry {

namespace {

constexpr std::size_t FIRST_FORESIGHT = 128;  // columns

// Memory of a thread's own, that one pair leaves to the next.
struct BandMemory {
    DiagonalBand band;
    PatternRowsMemory rows;
};

BandMemory& band_memory() {
    thread_local BandMemory memory;
    return memory;
}

// What long texts and large alphabets took is not kept.
void free_large(BandMemory& memory) {
    constexpr std::size_t MOST_WORDS_KEPT = std::size_t{1} << 18;
    if (memory.rows.ring.capacity() > MOST_WORDS_KEPT) memory = BandMemory();
}

// What a pair may cost in the end, from what its first columns cost: twice as much for each of the
// others, and a few edits more.
std::int64_t foreseen_edits(std::int64_t edits, std::int64_t last, std::size_t columns,
                            std::size_t columns_left) {
    constexpr std::int64_t TIMES = 2;
    constexpr std::int64_t FEW = 64;
    return edits + FEW +
           TIMES * (edits - last) * static_cast<std::int64_t>(columns_left) /
               static_cast<std::int64_t>(columns);
}

// @param limit lowered, with foresee, to what may be enough
// @return nullopt above the limit
// @pre a has as many characters as b or more, b has some; the limit is not below what a has more
template <typename Code>
std::optional<std::size_t> walk_band(std::span<const Code> a, std::span<const Code> b,
                                     std::size_t codes, std::int64_t& limit, bool foresee) {
    constexpr std::size_t ROWS = PatternRows<Code>::ROWS;
    BandMemory& memory = band_memory();
    DiagonalBand& band = memory.band;
    // The diagonal on which both texts end: no way within the limit is further away from it, and
    // from the first one, than half of the edits that are left.
    const auto last = static_cast<std::int64_t>(a.size() - b.size());
    const std::int64_t beside = (limit - last) / 2;
    band.start(-beside, last + beside);
    const std::size_t empty_blocks = (static_cast<std::size_t>(beside) + ROWS - 1) / ROWS;
    PatternRows<Code> rows(a, codes, empty_blocks, band.words() + 1, memory.rows);
    std::size_t next_foresight = foresee ? FIRST_FORESIGHT : b.size();
    for (std::size_t column = 0;;) {
        const auto row = static_cast<std::size_t>(
            static_cast<std::int64_t>(column + empty_blocks * ROWS) + band.lowest());
        const std::size_t columns = std::min(ROWS - row % ROWS, b.size() - column);
        band.take_columns(b.subspan(column, columns), static_cast<unsigned>(row % ROWS),
                          rows.blocks(row / ROWS, band.words() + 1));
        column += columns;
        const std::int64_t edits = band.edits_on(last);
        if (edits > limit) return std::nullopt;
        if (column == b.size()) return static_cast<std::size_t>(edits);
        if (band.words() == 1) continue;
        if (column >= next_foresight) {
            // What is foreseen in vain costs all columns again: it is to save half of the band.
            const std::int64_t foreseen = foreseen_edits(edits, last, column, b.size() - column);
            if (2 * foreseen <= limit) limit = foreseen;
            next_foresight = 2 * column;
        }
        band.narrow(last, limit - edits);
    }
}

template <typename Code>
std::optional<std::size_t> distance_of_codes(std::span<const Code> a, std::span<const Code> b,
                                             std::size_t codes, std::size_t max_edits) {
    if (a.size() < b.size()) std::swap(a, b);
    max_edits = std::min(max_edits, a.size());
    if (a.size() - b.size() > max_edits) return std::nullopt;
    if (b.empty()) return a.size();
    const auto given = static_cast<std::int64_t>(max_edits);
    std::int64_t limit = given;
    auto edits = walk_band(a, b, codes, limit, true);
    if (!edits && limit < given) {
        limit = given;
        edits = walk_band(a, b, codes, limit, false);
    }
    free_large(band_memory());
    return edits;
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

std::optional<std::size_t> band_distance(std::string_view a, std::string_view b,
                                         std::size_t max_edits) {
    constexpr std::size_t BYTES = 256;
    return distance_of_codes(bytes_of(a), bytes_of(b), BYTES, max_edits);
}

std::optional<std::size_t> band_distance(std::span<const std::uint32_t> a,
                                         std::span<const std::uint32_t> b, std::size_t codes,
                                         std::size_t max_edits) {
    return distance_of_codes(a, b, codes, max_edits);
}

}  // namespace descry
