#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <descry/flip_rates.h>

namespace descry {

namespace {

double as_frequency(std::uint32_t threshold) {
    return std::ldexp(threshold, -32);
}

double normal_cdf(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

// The largest whole number of occurrences that is not above a threshold of x occurrences; the
// margin keeps products such as 0.1 * 30 from falling to the number below.
double floor_of(double x) {
    return std::floor(x + 1e-9);
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

// The cells of one word that share a class of body length.
struct LengthGroup {
    double length;
    double documents_without;  // documents of this length that do not hold the word
    std::size_t first_cell;    // range in the cells sorted by length class
    std::size_t last_cell;
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

    // Everything that depends on the length alone is computed once a length class.
    std::vector<HistogramCell> cells = histogram.cells();
    const auto length_of = [](const HistogramCell& cell) { return cell.cell % LENGTH_CLASSES; };
    std::stable_sort(cells.begin(), cells.end(),
                     [&](const auto& a, const auto& b) { return length_of(a) < length_of(b); });
    std::vector<LengthGroup> groups;
    std::size_t next = 0;
    for (unsigned l = 0; l < LENGTH_CLASSES; ++l) {
        const std::size_t first = next;
        std::uint64_t holding = 0;
        for (; next < cells.size() && length_of(cells[next]) == l; ++next) {
            holding += cells[next].documents;
        }
        if (collection.by_length[l] > 0) {
            groups.push_back({length_of_class(l),
                              static_cast<double>(collection.by_length[l] - holding), first, next});
        }
    }

    std::vector<double> flips(thresholds.size(), 0.0);
    std::array<double, EXACT_UP_TO + 1> cdf;
    std::vector<double> terms;  // of a sum
    for (const LengthGroup& group : groups) {
        const double arrivals = change_ * group.length * rate;
        fill_poisson_cdf(arrivals, cdf);
        for (std::size_t i = 0; i < thresholds.size(); ++i) {
            const double limit = as_frequency(thresholds[i]) * group.length;
            const double low = floor_of(limit * (1 - change_ / 2));
            const double high = floor_of(limit * (1 + change_ / 2));
            double sum = 0;
            for (const double top : {low, high}) {
                // Mostly no whole number lies between the two: what was added is added once more.
                if (terms.empty() || low != high) {
                    terms.clear();
                    terms.push_back(group.documents_without * (1 - at_most(0, arrivals, top, cdf)));
                    for (std::size_t j = group.first_cell; j < group.last_cell; ++j) {
                        const double occurrences = wdf_of_class(cells[j].cell / LENGTH_CLASSES);
                        const double below = at_most(
                            static_cast<unsigned>(std::lround(occurrences)), arrivals, top, cdf);
                        terms.push_back(cells[j].documents *
                                        (occurrences > limit ? below : 1 - below));
                    }
                }
                sum = std::accumulate(terms.begin(), terms.end(), sum);
            }
            terms.clear();
            flips[i] += sum / 2;
        }
    }
    return flips;
}

}  // namespace descry
