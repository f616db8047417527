#include "tools/lab/sets/lsh.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include <descry/hashing/hash.h>

namespace descry {

namespace {

template <typename Value>
std::vector<std::uint64_t> keys_of(std::span<const Value> signature, const LshShape& shape) {
    if (shape.bands == 0 || shape.rows == 0 ||
        signature.size() < std::size_t{shape.bands} * shape.rows) {
        throw std::invalid_argument("lsh_keys: " + std::to_string(shape.bands) + " bands of " +
                                    std::to_string(shape.rows) + " rows of a signature of " +
                                    std::to_string(signature.size()) + " values");
    }
    std::vector<std::uint64_t> keys;
    std::vector<std::uint64_t> band;
    for (unsigned i = 0; i < shape.bands; ++i) {
        const auto rows = signature.subspan(std::size_t{i} * shape.rows, shape.rows);
        band.assign(1, i);
        band.insert(band.end(), rows.begin(), rows.end());
        keys.push_back(hash64_list(band));
    }
    return keys;
}

/// The area under the S-curve from 0 to @a end, by Simpson's rule.
double area_below(double end, const LshShape& shape) {
    constexpr unsigned STEPS = 64;
    double sum = 0;
    for (unsigned i = 0; i <= STEPS; ++i) {
        const double weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
        sum += weight * lsh_probability(end * i / STEPS, shape);
    }
    return sum * end / (3 * STEPS);
}

void check_share(const char* what, double share) {
    if (share > 0 && share < 1) return;
    throw std::invalid_argument("choose_lsh_shape: a " + std::string(what) + " of " +
                                std::to_string(share) + ", must be between 0 and 1");
}

}  // namespace

std::vector<std::uint64_t> lsh_keys(std::span<const std::uint32_t> signature,
                                    const LshShape& shape) {
    return keys_of(signature, shape);
}

std::vector<std::uint64_t> lsh_keys(std::span<const std::uint64_t> signature,
                                    const LshShape& shape) {
    return keys_of(signature, shape);
}

double lsh_probability(double resemblance, const LshShape& shape) {
    return 1 - std::pow(1 - std::pow(resemblance, shape.rows), shape.bands);
}

LshShape choose_lsh_shape(unsigned permutations, double resemblance, double recall) {
    if (permutations == 0) throw std::invalid_argument("choose_lsh_shape: 0 permutations");
    check_share("resemblance", resemblance);
    check_share("recall", recall);
    LshShape best{0, 0};
    double least_area = 0;
    for (unsigned rows = 1; rows <= permutations; ++rows) {
        LshShape shape{permutations / rows, rows};
        if (lsh_probability(resemblance, shape) < recall) continue;
        // The curve rises with the bands: as few as will do.
        while (shape.bands > 1 && lsh_probability(resemblance, {shape.bands - 1, rows}) >= recall)
            --shape.bands;
        const double area = area_below(resemblance, shape);
        if (best.rows == 0 || area < least_area ||
            (area == least_area && shape.bands < best.bands)) {
            best = shape;
            least_area = area;
        }
    }
    if (best.rows == 0) {
        throw std::domain_error("choose_lsh_shape: no shape of " + std::to_string(permutations) +
                                " values finds " + std::to_string(recall) +
                                " of the pairs of resemblance " + std::to_string(resemblance));
    }
    return best;
}

}  // namespace descry
