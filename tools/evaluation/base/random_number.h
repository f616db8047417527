/** @file random_number.h
 *  @brief Random numbers that are the same on every machine, which std's distributions are not.
 */
#ifndef DESCRY_TOOLS_EVALUATION_BASE_RANDOM_NUMBER_H
#define DESCRY_TOOLS_EVALUATION_BASE_RANDOM_NUMBER_H

#include <cstdint>
#include <random>

namespace descry {

/// A number in [0, end). @pre end > 0. Off uniform by less than end / 2^64.
inline std::uint64_t random_below(std::mt19937_64& generator, std::uint64_t end) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(generator()) * end) >> 64);
}

}  // namespace descry

#endif  // DESCRY_TOOLS_EVALUATION_BASE_RANDOM_NUMBER_H
