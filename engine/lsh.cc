#include <cmath>
#include <stdexcept>

#include <descry/hash.h>
#include <descry/lsh.h>

namespace descry {

std::vector<std::uint64_t> lsh_keys(std::span<const std::uint32_t> signature,
                                    const LshShape& shape) {
    if (shape.bands == 0 || shape.rows == 0 ||
        signature.size() < std::size_t{shape.bands} * shape.rows) {
        throw std::invalid_argument("lsh_keys: the signature is shorter than bands * rows");
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

double lsh_probability(double resemblance, const LshShape& shape) {
    return 1 - std::pow(1 - std::pow(resemblance, shape.rows), shape.bands);
}

}  // namespace descry
