#include "engine/model/bands.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace descry {

namespace {

constexpr unsigned LOG_FRACTION_BITS = 28;
constexpr unsigned UNIFORM_BITS = 54;

// Weights are clamped to one unit .. 64: scores are neither 0 nor above 64 bits (-log2(u) <= 54).
constexpr std::uint64_t MAX_WEIGHT = (std::uint64_t{1} << 30) - 1;

__extension__ using Wide = unsigned __int128;

// log2 of m in units of 2^-28, truncated, by squaring: the mantissa's square is above 2 exactly if
// the next bit of the logarithm is set.
std::uint64_t log2_units_by_squaring(std::uint64_t m) {
    const unsigned exponent = 63u - static_cast<unsigned>(std::countl_zero(m));
    std::uint64_t mantissa = m << (63u - exponent);
    std::uint64_t log = std::uint64_t{exponent} << LOG_FRACTION_BITS;
    for (unsigned bit = LOG_FRACTION_BITS; bit-- > 0;) {
        const Wide square = Wide{mantissa} * mantissa;
        if ((square >> 127) != 0) {
            mantissa = static_cast<std::uint64_t>(square >> 64);
            log |= std::uint64_t{1} << bit;
        } else {
            mantissa = static_cast<std::uint64_t>(square >> 63);
        }
    }
    return log;
}

// log2_units_by_squaring() in a tenth of the time, independent of rounding: the library's logarithm
// is off by less than 2^-45, and if that might matter, all bits are computed.
std::uint64_t log2_units(std::uint64_t m) {
    constexpr double UNIT = 1u << LOG_FRACTION_BITS;
    constexpr double DOUBT = 1.0 / (1u << (45 - LOG_FRACTION_BITS));
    const double units = std::log2(static_cast<double>(m)) * UNIT;
    const double whole = std::floor(units);
    if (units - whole < DOUBT || whole + 1 - units < DOUBT) return log2_units_by_squaring(m);
    return static_cast<std::uint64_t>(whole);
}

// Two classes of scores per power of two.
constexpr unsigned SCORE_CLASSES = 128;

unsigned class_of(std::uint64_t score) {
    const auto zeros = static_cast<unsigned>(std::countl_zero(score));
    return 2 * (63 - zeros) + static_cast<unsigned>((score << zeros) >> 62 & 1);
}

// Words whose scores are prefetched.
constexpr std::size_t WORDS_AHEAD = 16;

const BandParameters& checked(const BandParameters& parameters) {
    if (parameters.bands == 0 || parameters.bands > MAX_BANDS || parameters.words == 0 ||
        parameters.words > MAX_BAND_WORDS || parameters.key_bits == 0 || parameters.key_bits > 64) {
        throw std::invalid_argument("BandDrawer: bands, words or key bits out of range");
    }
    return parameters;
}

}  // namespace

std::uint64_t minus_log2_of_uniform(std::uint64_t hash) {
    const std::uint64_t numerator = 2 * (hash >> 11) + 1;
    return (std::uint64_t{UNIFORM_BITS} << LOG_FRACTION_BITS) - log2_units(numerator);
}

BandSampler::BandSampler(const BandParameters& parameters, std::vector<BandWord> words)
    : parameters_(checked(parameters)),
      words_(std::move(words)),
      term_hashes_(words_.size(), 0),
      scores_(words_.size() * parameters.bands, 0),
      least_scores_(words_.size(), 0),
      first_(std::size_t{parameters.bands} * parameters.words, Drawn{0, 0}),
      drawn_(parameters.bands, 0),
      most_(parameters.bands, 0),
      keys_(parameters.bands, 0),
      hashes_(std::size_t{parameters.words} + 1, 0) {}

void BandSampler::compute_scores(std::uint32_t word) {
    std::uint64_t* const scores = &scores_[std::size_t{word} * parameters_.bands];
    const BandWord& w = words_[word];
    term_hashes_[word] = hash64(w.term, parameters_.hash_seed);
    const std::uint64_t weight = std::clamp<std::uint64_t>(w.weight.units, 1, MAX_WEIGHT);
    for (unsigned band = 0; band < parameters_.bands; ++band) {
        const std::uint64_t hash = hash64(w.term, parameters_.hash_seed + band + 1);
        scores[band] = minus_log2_of_uniform(hash) * weight;
    }
    least_scores_[word] = *std::min_element(scores, scores + parameters_.bands);
}

std::span<const std::uint64_t> BandSampler::draw(std::span<const std::uint32_t> present) {
    order_by_least_score(present);
    std::fill(drawn_.begin(), drawn_.end(), 0u);
    std::fill(most_.begin(), most_.end(), std::numeric_limits<std::uint64_t>::max());
    std::uint64_t most = most_[0];  // of all bands
    std::size_t fetched = 0;
    for (std::size_t i = 0; i < ordered_.size(); ++i) {
        const std::uint32_t word = ordered_[i];
        if (least_scores_[word] > most) continue;
        for (; fetched < std::min(i + WORDS_AHEAD, ordered_.size()); ++fetched)
            __builtin_prefetch(&scores_[std::size_t{ordered_[fetched]} * parameters_.bands]);
        const std::uint64_t* const scores = &scores_[std::size_t{word} * parameters_.bands];
        bool is_drawn = false;
        for (unsigned band = 0; band < parameters_.bands; ++band) {
            if (scores[band] > most_[band]) continue;
            insert(band, {scores[band], word});
            is_drawn = true;
        }
        if (is_drawn) most = *std::max_element(most_.begin(), most_.end());
    }
    for (unsigned band = 0; band < parameters_.bands; ++band)
        keys_[band] = key_of(band);
    return keys_;
}

// Words of small scores first, by the first bits of the least score, so that most are skipped.
void BandSampler::order_by_least_score(std::span<const std::uint32_t> present) {
    for (const std::uint32_t word : present)
        __builtin_prefetch(&least_scores_[word]);
    std::array<std::uint32_t, SCORE_CLASSES + 1> begins = {};
    for (const std::uint32_t word : present) {
        if (least_scores_[word] == 0) compute_scores(word);
        ++begins[class_of(least_scores_[word]) + 1];
    }
    for (unsigned i = 0; i < SCORE_CLASSES; ++i)
        begins[i + 1] += begins[i];
    ordered_.resize(present.size());
    for (const std::uint32_t word : present)
        ordered_[begins[class_of(least_scores_[word])]++] = word;
}

// Keeps the words of smallest score, ascending; ties by term hash.
void BandSampler::insert(unsigned band, Drawn drawn) {
    const auto comes_before = [this](const Drawn& a, const Drawn& b) {
        if (a.score != b.score) return a.score < b.score;
        return term_hashes_[a.word] < term_hashes_[b.word];
    };
    Drawn* const first = &first_[std::size_t{band} * parameters_.words];
    std::uint32_t rank = drawn_[band];
    if (rank == parameters_.words) {
        if (!comes_before(drawn, first[rank - 1])) return;
        --rank;
    } else {
        ++drawn_[band];
    }
    for (; rank > 0 && comes_before(drawn, first[rank - 1]); --rank)
        first[rank] = first[rank - 1];
    first[rank] = drawn;
    if (drawn_[band] == parameters_.words) most_[band] = first[parameters_.words - 1].score;
}

std::uint64_t BandSampler::key_of(unsigned band) {
    hashes_[0] = band;
    std::size_t hashes = 1;
    std::uint64_t information = 0;
    for (std::uint32_t i = 0; i < drawn_[band]; ++i) {
        const std::uint32_t word = first_[std::size_t{band} * parameters_.words + i].word;
        hashes_[hashes++] = term_hashes_[word];
        information += words_[word].information.units;
        if (information >= parameters_.information.units) break;
    }
    const std::uint64_t key = hash64_list({hashes_.data(), hashes}, parameters_.hash_seed);
    return key >> (64 - parameters_.key_bits);
}

}  // namespace descry
