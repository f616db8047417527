/** @file live_memory.h
 *  @brief How much memory is in use at most.
 */
#ifndef DESCRY_TESTS_FUZZ_LIVE_MEMORY_H
#define DESCRY_TESTS_FUZZ_LIVE_MEMORY_H

#include <cstdint>

namespace descry::testing {

/// Counts what is allocated and not freed, of all threads: with the address sanitizer by all means,
/// whatever the sanitizer keeps beside it; else by new.
class LiveMemory {
  public:
    /// Counts the greatest amount from now on.
    static void start();

    /// The most there was since start(), in bytes, above what there was then.
    static std::uint64_t peak();
};

}  // namespace descry::testing

#endif  // DESCRY_TESTS_FUZZ_LIVE_MEMORY_H
