/** @file random_seed.h
 *  @brief The seed of a property test: another one each run, and the same one when asked for.
 */
#ifndef DESCRY_TESTS_RANDOM_SEED_H
#define DESCRY_TESTS_RANDOM_SEED_H

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

namespace descry::testing {

/// $DESCRY_TEST_SEED where it is set, else a random number.
inline std::uint32_t random_seed() {
    const char* seed = std::getenv("DESCRY_TEST_SEED");
    return seed != nullptr ? static_cast<std::uint32_t>(std::stoul(seed)) : std::random_device{}();
}

}  // namespace descry::testing

/// Declares a generator of this name, and prints its seed beside each failure of the scope.
#define DESCRY_RANDOM(name)                                             \
    const std::uint32_t name##_seed = ::descry::testing::random_seed(); \
    SCOPED_TRACE("DESCRY_TEST_SEED=" + std::to_string(name##_seed));    \
    std::mt19937_64 name(name##_seed)

#endif  // DESCRY_TESTS_RANDOM_SEED_H
