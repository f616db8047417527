#include "engine/edits/band_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <descry/mechanics/work.h>

#include "engine/edits/character_numbers.h"
#include "engine/edits/common_ends.h"
#include "engine/edits/diagonal_band.h"
#include "engine/edits/edit_distance.h"

namespace descry {

namespace {

constexpr std::size_t FIRST_FORESIGHT = 128;  // columns

// Columns between checks of the limit. Wide bands lose a step or two per word at either end.
constexpr std::size_t COLUMNS_AT_ONCE = 64;
constexpr std::size_t COLUMNS_FOR_WORD = 8;

// Thread-local memory, reused from pair to pair.
template <typename Code>
struct BandMemory {
    DiagonalBand band;
    std::vector<Code> rows;
    std::vector<Code> narrowed_a;
    std::vector<Code> narrowed_b;
};

template <typename Code>
BandMemory<Code>& band_memory() {
    thread_local BandMemory<Code> memory;
    return memory;
}

// Frees the memory of long texts.
template <typename Code>
void free_large(BandMemory<Code>& memory) {
    constexpr std::size_t MOST_BYTES_KEPT = std::size_t{1} << 21;
    if (memory.rows.capacity() * sizeof(Code) > MOST_BYTES_KEPT) memory = {};
}

// Above all codes of texts.
template <typename Code>
constexpr Code NO_CODE = std::numeric_limits<Code>::max();

// Predicts the final cost: remaining columns cost twice as much as the first, and a few edits more.
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
// @pre a has as many characters as b or more, b has some; the limit is not below the difference
template <typename Code>
std::optional<std::size_t> walk_band(std::span<const Code> a, std::span<const Code> b,
                                     std::int64_t& limit, bool foresee) {
    BandMemory<Code>& memory = band_memory<Code>();
    DiagonalBand& band = memory.band;
    // The diagonal on which both texts end: no path within the limit is further from it, and from
    // the first one, than half of the remaining edits.
    const auto last = static_cast<std::int64_t>(a.size() - b.size());
    const std::int64_t beside = (limit - last) / 2;
    band.start(-beside, last + beside);
    // Rows above the first one and below the last.
    const auto above = static_cast<std::size_t>(beside);
    memory.rows.assign(above + a.size() + (band.words() + 1) * DiagonalBand::BITS, NO_CODE<Code>);
    std::ranges::copy(a, memory.rows.begin() + beside);
    std::size_t next_foresight = foresee ? FIRST_FORESIGHT : b.size();
    for (std::size_t column = 0;;) {
        const std::size_t columns =
            std::min(b.size() - column, std::max(COLUMNS_AT_ONCE, COLUMNS_FOR_WORD * band.words()));
        band.take_columns(
            b.subspan(column, columns),
            memory.rows.data() + static_cast<std::int64_t>(above + column) + band.lowest());
        column += columns;
        check_stop();
        const std::int64_t edits = band.edits_on(last);
        if (edits > limit) return std::nullopt;
        if (column == b.size()) return static_cast<std::size_t>(edits);
        if (band.words() == 1) continue;
        if (column >= next_foresight) {
            // A wrong prediction repeats all columns, so it must save half of the band.
            const std::int64_t foreseen = foreseen_edits(edits, last, column, b.size() - column);
            if (2 * foreseen <= limit) limit = foreseen;
            next_foresight = 2 * column;
        }
        band.narrow(last, limit - edits);
    }
}

template <typename Code>
std::optional<std::size_t> distance_of_codes(std::span<const Code> a, std::span<const Code> b,
                                             std::size_t max_edits) {
    if (a.size() < b.size()) std::swap(a, b);
    max_edits = std::min(max_edits, a.size());
    if (a.size() - b.size() > max_edits) return std::nullopt;
    if (b.empty()) return a.size();
    const auto given = static_cast<std::int64_t>(max_edits);
    std::int64_t limit = given;
    auto edits = walk_band(a, b, limit, true);
    if (!edits && limit < given) {
        limit = given;
        edits = walk_band(a, b, limit, false);
    }
    free_large(band_memory<Code>());
    return edits;
}

template <typename Code>
std::span<const Code> narrowed(std::span<const std::uint32_t> text, std::vector<Code>& memory) {
    memory.resize(text.size());
    std::ranges::transform(text, memory.begin(),
                           [](std::uint32_t code) { return static_cast<Code>(code); });
    return memory;
}

// Vectors compare more narrow codes at a time.
template <typename Code>
std::optional<std::size_t> distance_narrowed(std::span<const std::uint32_t> a,
                                             std::span<const std::uint32_t> b,
                                             std::size_t max_edits) {
    BandMemory<Code>& memory = band_memory<Code>();
    return distance_of_codes(narrowed(a, memory.narrowed_a), narrowed(b, memory.narrowed_b),
                             max_edits);
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

std::optional<std::size_t> band_distance(std::string_view a, std::string_view b,
                                         std::size_t max_edits) {
    return distance_of_codes(bytes_of(a), bytes_of(b), max_edits);
}

std::optional<std::size_t> band_distance(std::span<const std::uint32_t> a,
                                         std::span<const std::uint32_t> b, std::size_t codes,
                                         std::size_t max_edits) {
    if (codes <= NO_CODE<std::uint8_t>) return distance_narrowed<std::uint8_t>(a, b, max_edits);
    if (codes <= NO_CODE<std::uint16_t>) return distance_narrowed<std::uint16_t>(a, b, max_edits);
    return distance_of_codes(a, b, max_edits);
}

std::optional<std::size_t> edit_distance(std::u32string_view a, std::u32string_view b,
                                         std::size_t max_edits) {
    strip_common_ends(a, b);
    const auto [shorter, longer] = std::minmax({a.size(), b.size()});
    max_edits = std::min(max_edits, longer);
    if (longer - shorter > max_edits) return std::nullopt;
    if (shorter == 0) return longer;
    thread_local CharacterNumbers numbers;
    numbers.assign(a, b);
    if (numbers.least_edits() > max_edits) return std::nullopt;
    return band_distance(numbers.a(), numbers.b(), numbers.codes(), max_edits);
}

std::optional<double> normalised_edit_distance(std::u32string_view a, std::u32string_view b,
                                               double limit) {
    const std::size_t longer = std::max(a.size(), b.size());
    if (longer == 0) return limit > 0 ? std::optional<double>(0.0) : std::nullopt;
    const auto length = static_cast<double>(longer);
    // One more than may be needed; the comparison below decides.
    const auto max_edits = static_cast<std::size_t>(std::ceil(limit * length));
    const auto edits = edit_distance(a, b, max_edits);
    if (!edits) return std::nullopt;
    const double distance = static_cast<double>(*edits) / length;
    return distance < limit ? std::optional<double>(distance) : std::nullopt;
}

}  // namespace descry
