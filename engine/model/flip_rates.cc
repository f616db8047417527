#include "engine/model/flip_rates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace descry {

namespace {

double as_frequency(std::uint32_t threshold) {
    return threshold * 0x1p-32;
}

double normal_cdf(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

// The largest integer not above x; the margin keeps products such as 0.1 * 30 from rounding down.
double floor_of(double x) {
    // Nothing here is negative or above 2^63; std::floor would be a call.
    return static_cast<double>(static_cast<std::int64_t>(x + 1e-9));
}

// cdf[t] = P(Poisson(mean) <= t) for t = 0 .. cdf.size() - 1.
void fill_poisson_cdf(double mean, std::span<double> cdf) {
    double probability = std::exp(-mean);
    double sum = 0;
    for (std::size_t t = 0; t < cdf.size(); ++t) {
        sum += probability;
        cdf[t] = sum;
        probability *= mean / static_cast<double>(t + 1);
    }
}

// Representatives of the classes, looked up for every word.
struct ClassMiddles {
    std::array<double, WDF_CLASSES> wdf;
    std::array<double, LENGTH_CLASSES> length;

    ClassMiddles() {
        for (unsigned c = 0; c < WDF_CLASSES; ++c)
            wdf[c] = wdf_of_class(c);
        for (unsigned l = 0; l < LENGTH_CLASSES; ++l)
            length[l] = length_of_class(l);
    }
};

const ClassMiddles& class_middles() {
    static const ClassMiddles middles;
    return middles;
}

// Documents of one length that hold the word equally often.
struct Holders {
    double occurrences;
    unsigned whole;  // `occurrences`, rounded
    std::uint32_t documents;
};

// The cells of a histogram by class of body length; within one, by occurrences.
class HoldersByLength {
  public:
    explicit HoldersByLength(const TermHistogram& histogram) : holders_(histogram.cells().size()) {
        const ClassMiddles& middles = class_middles();
        for (const auto& [cell, documents] : histogram.cells())
            ++begin_[cell % LENGTH_CLASSES + 1];
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        std::array<std::uint32_t, LENGTH_CLASSES + 1> next = begin_;
        for (const auto& [cell, documents] : histogram.cells()) {
            const double occurrences = middles.wdf[cell / LENGTH_CLASSES];
            holders_[next[cell % LENGTH_CLASSES]++] = {
                occurrences, static_cast<unsigned>(std::lround(occurrences)), documents};
        }
    }

    std::span<const Holders> of(unsigned length_class) const {
        return std::span(holders_).subspan(begin_[length_class],
                                           begin_[length_class + 1] - begin_[length_class]);
    }

  private:
    std::vector<Holders> holders_;
    std::array<std::uint32_t, LENGTH_CLASSES + 1> begin_ = {};
};

// A threshold for documents of one length. Equal crossings are crossed equally often.
struct Crossing {
    double low;         // occurrences that are not above if the document shrinks,
    double high;        // and if it grows
    std::size_t above;  // the first of the holders that is above now

    friend bool operator==(const Crossing&, const Crossing&) = default;
};

}  // namespace

ModelledFlips::ModelledFlips(double change) : change_(change) {
    if (!(change > 0 && change < 1)) {
        throw std::domain_error("ModelledFlips: the change must lie between 0 and 1");
    }
    binomial_.resize(EXACT_UP_TO + 1);
    binomial_[0] = {1.0};
    for (unsigned c = 1; c <= EXACT_UP_TO; ++c) {
        binomial_[c].resize(c + 1);
        for (unsigned k = 0; k <= c; ++k) {
            const double stays = k > 0 ? binomial_[c - 1][k - 1] * (1 - change) : 0;
            const double goes = k < c ? binomial_[c - 1][k] * change : 0;
            binomial_[c][k] = stays + goes;
        }
    }
}

// P(Binomial(occurrences, 1 - e) + Poisson(arrivals) <= limit).
double ModelledFlips::at_most(unsigned occurrences, double arrivals, double limit,
                              std::span<const double> poisson_cdf) const {
    if (occurrences > EXACT_UP_TO || limit > EXACT_UP_TO) {
        const double mean = occurrences * (1 - change_) + arrivals;
        const double variance = occurrences * change_ * (1 - change_) + arrivals;
        return normal_cdf((limit + 0.5 - mean) / std::sqrt(variance));
    }
    const auto top = static_cast<unsigned>(limit);
    const std::vector<double>& stay = binomial_[occurrences];
    double sum = 0;
    for (unsigned k = 0; k <= std::min(occurrences, top); ++k)
        sum += stay[k] * poisson_cdf[top - k];
    return std::min(sum, 1.0);
}

double ModelledFlips::flip_probability(double occurrences, double length, double rate,
                                       std::uint32_t threshold) const {
    const double limit = as_frequency(threshold) * length;
    const double arrivals = change_ * length * rate;
    std::array<double, EXACT_UP_TO + 1> cdf;
    fill_poisson_cdf(arrivals, cdf);
    const auto whole = static_cast<unsigned>(std::lround(occurrences));
    double sum = 0;
    for (const double sign : {-1.0, 1.0}) {
        const double below =
            at_most(whole, arrivals, floor_of(limit * (1 + sign * change_ / 2)), cdf);
        sum += occurrences > limit ? below : 1 - below;
    }
    return sum / 2;
}

std::vector<double> ModelledFlips::expected_flips(const TermHistogram& histogram,
                                                  const CollectionStatistics& collection,
                                                  std::span<const std::uint32_t> thresholds) const {
    const double rate = histogram.occurrences() / static_cast<double>(collection.occurrences);
    const HoldersByLength by_length(histogram);
    std::vector<double> flips(thresholds.size(), 0.0);
    std::vector<Crossing> crossings(thresholds.size());
    std::array<double, EXACT_UP_TO + 1> cdf;
    std::vector<double> terms;  // of a sum
    for (unsigned l = 0; l < LENGTH_CLASSES; ++l) {
        if (collection.by_length[l] == 0) continue;
        const std::span<const Holders> holders = by_length.of(l);
        const double length = class_middles().length[l];
        const double arrivals = change_ * length * rate;
        std::uint64_t without = collection.by_length[l];
        for (const Holders& with : holders)
            without -= with.documents;

        unsigned most = 0;
        for (std::size_t i = 0; i < thresholds.size(); ++i) {
            const double limit = as_frequency(thresholds[i]) * length;
            Crossing& crossing = crossings[i];
            crossing.low = floor_of(limit * (1 - change_ / 2));
            crossing.high = floor_of(limit * (1 + change_ / 2));
            crossing.above = 0;
            while (crossing.above < holders.size() && holders[crossing.above].occurrences <= limit)
                ++crossing.above;
            const double exact = std::min<double>(crossing.high, EXACT_UP_TO);
            most = std::max(most, static_cast<unsigned>(exact));
        }
        fill_poisson_cdf(arrivals, std::span(cdf).first(most + 1));

        const auto sum_up = [&](double top, std::size_t above) {
            terms.clear();
            terms.push_back(static_cast<double>(without) * (1 - at_most(0, arrivals, top, cdf)));
            for (std::size_t j = 0; j < holders.size(); ++j) {
                const double below = at_most(holders[j].whole, arrivals, top, cdf);
                terms.push_back(holders[j].documents * (j >= above ? below : 1 - below));
            }
        };
        double sum = 0;
        for (std::size_t i = 0; i < thresholds.size(); ++i) {
            const Crossing& crossing = crossings[i];
            // Short documents do not distinguish neighbouring thresholds.
            if (i == 0 || crossing != crossings[i - 1]) {
                sum_up(crossing.low, crossing.above);
                sum = std::accumulate(terms.begin(), terms.end(), 0.0);
                // Mostly no integer lies between the two: the same terms are added again.
                if (crossing.high != crossing.low) sum_up(crossing.high, crossing.above);
                sum = std::accumulate(terms.begin(), terms.end(), sum);
            }
            flips[i] += sum / 2;
        }
    }
    return flips;
}

}  // namespace descry
