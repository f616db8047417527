/** @file cpu_targets.h
 *  @brief Runs a test with each kind of CPU that was compiled for and can run here.
 */
#ifndef DESCRY_TESTS_CPU_TARGETS_H
#define DESCRY_TESTS_CPU_TARGETS_H

#include <cstdint>

// As in the kernels: AVX-512 with popcounts is compiled for only when asked for.
#define HWY_WANT_AVX3_DL
#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace descry::testing {

/// Calls @a test once for each target; failures name it.
/// @return how many there were
template <typename Test>
unsigned for_each_target(const Test& test) {
    const auto choose = [](std::int64_t targets) {
        hwy::SetSupportedTargetsForTest(targets);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    };
    unsigned targets = 0;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        SCOPED_TRACE(hwy::TargetName(target));
        choose(target);
        test();
        ++targets;
    }
    choose(0);
    return targets;
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_CPU_TARGETS_H
