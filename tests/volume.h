/** @file volume.h
 *  @brief How much a test does: less under sanitizers, where all takes several times as long.
 */
#ifndef DESCRY_TESTS_VOLUME_H
#define DESCRY_TESTS_VOLUME_H

#include <concepts>
#include <cstdlib>

namespace descry::testing {

/// Whether the tests do all they can: without sanitizers, and where $DESCRY_FULL_VOLUME is set.
inline bool has_full_volume() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return std::getenv("DESCRY_FULL_VOLUME") != nullptr;
#else
    return true;
#endif
}

/// @a count of rounds, documents or bytes, or one of @a parts of it where the volume is not full.
template <std::integral Count>
Count scaled(Count count, Count parts = 5) {
    return has_full_volume() ? count : count / parts;
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_VOLUME_H
