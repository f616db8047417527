#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include <descry/model/term_statistics.h>

namespace descry {

namespace {

// ceil(2^(31 + k/8)) for k = 1..7: the eighths of an octave, for numbers whose top bit is bit 31.
// The powers are irrational, so comparing integers with them is exact.
constexpr std::array<std::uint32_t, 7> EIGHTHS = {
    2341847524u, 2553802834u, 2784941738u, 3037000500u, 3311872530u, 3611622603u, 3938502376u};

constexpr unsigned EXACT_WDF = 16;
constexpr unsigned LOG2_EXACT_WDF = 4;

struct Octave {
    unsigned exponent;       // floor(log2 n)
    std::uint32_t mantissa;  // n shifted so that bit 31 is set
};

Octave octave(std::uint32_t n) {
    const auto zeros = static_cast<unsigned>(std::countl_zero(n));
    return {31 - zeros, n << zeros};
}

// How many of the eighths of the octave are at most the mantissa.
unsigned eighths_reached(std::uint32_t mantissa) {
    unsigned reached = 0;
    for (const std::uint32_t eighth : EIGHTHS)
        reached += mantissa >= eighth ? 1 : 0;
    return reached;
}

std::vector<std::uint32_t> make_cell_frequencies() {
    std::vector<std::uint32_t> frequencies(CELLS);
    for (unsigned cell = 0; cell < CELLS; ++cell) {
        const double frequency =
            wdf_of_class(cell / LENGTH_CLASSES) / length_of_class(cell % LENGTH_CLASSES);
        // A class's number of occurrences may exceed its length; no relative frequency does.
        frequencies[cell] = static_cast<std::uint32_t>(
            std::min(std::round(std::ldexp(frequency, 32)), 4294967295.0));
    }
    return frequencies;
}

}  // namespace

unsigned wdf_class(std::uint32_t wdf) {
    if (wdf <= EXACT_WDF) return wdf;
    const auto [exponent, mantissa] = octave(wdf);
    // ceil(8 log2(wdf / 16)): an exact power of two closes its class.
    const unsigned above_power = mantissa > (std::uint32_t{1} << 31) ? 1 : 0;
    const unsigned k = 8 * (exponent - LOG2_EXACT_WDF) + above_power + eighths_reached(mantissa);
    return EXACT_WDF + std::min(k, WDF_CLASSES - 1 - EXACT_WDF);
}

unsigned length_class(std::uint32_t length) {
    const auto [exponent, mantissa] = octave(length);
    return std::min(8 * exponent + eighths_reached(mantissa), LENGTH_CLASSES - 1);
}

double wdf_of_class(unsigned wdf_class) {
    if (wdf_class <= EXACT_WDF) return wdf_class;
    return EXACT_WDF * std::exp2((wdf_class - EXACT_WDF - 0.5) / 8);
}

double length_of_class(unsigned length_class) {
    return std::exp2((length_class + 0.5) / 8);
}

std::uint32_t cell_frequency(unsigned cell) {
    static const std::vector<std::uint32_t> frequencies = make_cell_frequencies();
    return frequencies[cell];
}

TermHistogram::TermHistogram(std::vector<HistogramCell> cells) : cells_(std::move(cells)) {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (cells_[i].cell >= CELLS || cells_[i].documents == 0 ||
            (i > 0 && cells_[i - 1].cell >= cells_[i].cell)) {
            throw std::invalid_argument("TermHistogram: cells must ascend and be occupied");
        }
        documents_ += cells_[i].documents;
    }
}

void TermHistogram::merge(const TermHistogram& other) {
    if (other.cells_.empty()) return;
    std::vector<HistogramCell> merged;
    merged.reserve(cells_.size() + other.cells_.size());
    auto a = cells_.begin();
    auto b = other.cells_.begin();
    while (a != cells_.end() || b != other.cells_.end()) {
        if (b == other.cells_.end() || (a != cells_.end() && a->cell < b->cell)) {
            merged.push_back(*a++);
        } else if (a == cells_.end() || b->cell < a->cell) {
            merged.push_back(*b++);
        } else {
            merged.push_back({a->cell, a->documents + b->documents});
            ++a;
            ++b;
        }
    }
    cells_ = std::move(merged);
    documents_ += other.documents_;
}

double TermHistogram::occurrences() const {
    double sum = 0;
    for (const auto& [cell, documents] : cells_) {
        sum += documents * wdf_of_class(cell / LENGTH_CLASSES);
    }
    return sum;
}

HistogramBuilder::HistogramBuilder() : counts_(CELLS, 0) {}

TermHistogram HistogramBuilder::finish() {
    std::sort(touched_.begin(), touched_.end());
    std::vector<HistogramCell> cells;
    cells.reserve(touched_.size());
    for (const std::uint16_t cell : touched_) {
        cells.push_back({cell, counts_[cell]});
        counts_[cell] = 0;
    }
    touched_.clear();
    return TermHistogram(std::move(cells));
}

void CollectionStatistics::add(std::uint32_t body_length) {
    ++documents;
    occurrences += body_length;
    ++by_length[length_class(body_length)];
}

void CollectionStatistics::merge(const CollectionStatistics& other) {
    documents += other.documents;
    occurrences += other.occurrences;
    for (unsigned l = 0; l < LENGTH_CLASSES; ++l)
        by_length[l] += other.by_length[l];
}

}  // namespace descry
