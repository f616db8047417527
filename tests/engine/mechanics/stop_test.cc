#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <descry/mechanics/work.h>

#include "engine/mechanics/parallel.h"
#include "engine/mechanics/sorted_runs.h"

namespace descry {
namespace {

TEST(Stop, NothingStopsWithoutAFlag) {
    EXPECT_NO_THROW(check_stop());
    StopFlag flag;
    flag.request();
    EXPECT_NO_THROW(check_stop());
    {
        const StopScope scope(&flag);
        EXPECT_THROW(check_stop(), Stopped);
        const StopScope inner(nullptr);
        EXPECT_NO_THROW(check_stop());
    }
    EXPECT_NO_THROW(check_stop());
}

TEST(Stop, ThreadsOfParallelForStopWithTheirCaller) {
    for (const unsigned threads : {1u, 2u, 7u}) {
        StopFlag flag;
        const StopScope scope(&flag);
        std::atomic<std::size_t> done = 0;
        const auto work = [&] {
            parallel_for(threads, 100'000, [&] {
                return [&](std::size_t) {
                    if (++done == 100) flag.request();
                };
            });
        };
        EXPECT_THROW(work(), Stopped);
        EXPECT_LE(done, 100u + threads);
    }
}

// Within one piece, on a thread that is not the caller's.
TEST(Stop, LoopsOfAPieceStop) {
    StopFlag flag;
    const StopScope scope(&flag);
    const std::jthread timer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        flag.request();
    });
    const auto work = [] {
        parallel_for(2, 2, [] {
            return [](std::size_t) {
                for (;;)
                    check_stop();
            };
        });
    };
    EXPECT_THROW(work(), Stopped);
}

TEST(Stop, ASortThatIsReadStops) {
    SortedRuns<std::uint64_t> runs(0);
    for (std::uint64_t i = 0; i < 10'000; ++i)
        runs.add(i);
    StopFlag flag;
    const StopScope scope(&flag);
    std::size_t visited = 0;
    const auto read = [&] {
        runs.for_each([&](std::uint64_t) {
            if (++visited == 5000) flag.request();
        });
    };
    EXPECT_THROW(read(), Stopped);
    EXPECT_EQ(visited, 5000u);
}

}  // namespace
}  // namespace descry
