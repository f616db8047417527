#include "tools/lab/base/confidence_interval.h"

#include <gtest/gtest.h>

namespace descry {
namespace {

// Values of R's prop.test(..., correct = FALSE).
TEST(ConfidenceInterval, Wilson) {
    const ConfidenceInterval half = wilson_interval(50, 100);
    EXPECT_DOUBLE_EQ(half.share, 0.5);
    EXPECT_NEAR(half.low, 0.4038315, 1e-6);
    EXPECT_NEAR(half.high, 0.5961685, 1e-6);
    const ConfidenceInterval all = wilson_interval(20, 20);
    EXPECT_NEAR(all.low, 0.8388748, 1e-6);
    EXPECT_DOUBLE_EQ(all.high, 1);
    const ConfidenceInterval none = wilson_interval(0, 20);
    EXPECT_DOUBLE_EQ(none.low, 0);
    EXPECT_NEAR(none.high, 0.1611252, 1e-6);
}

TEST(ConfidenceInterval, NothingIsKnownWithoutTrials) {
    const ConfidenceInterval unknown = wilson_interval(0, 0);
    EXPECT_EQ(unknown.low, 0);
    EXPECT_EQ(unknown.high, 1);
}

TEST(ConfidenceInterval, IntervalsHoldTheirShare) {
    for (std::uint64_t trials = 1; trials <= 60; ++trials) {
        for (std::uint64_t successes = 0; successes <= trials; ++successes) {
            const ConfidenceInterval p = wilson_interval(successes, trials);
            EXPECT_LE(0, p.low);
            EXPECT_LE(p.low, p.share);
            EXPECT_LE(p.share, p.high);
            EXPECT_LE(p.high, 1);
        }
    }
}

}  // namespace
}  // namespace descry
