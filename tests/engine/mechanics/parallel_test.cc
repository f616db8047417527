#include "engine/mechanics/parallel.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace descry {
namespace {

using Worker = std::function<void(std::size_t)>;

TEST(ParallelFor, DoesEachPieceOnce) {
    for (const unsigned threads : {0u, 1u, 2u, 7u, 50u}) {
        for (const std::size_t pieces : {0u, 1u, 2u, 13u, 1000u}) {
            std::vector<std::atomic<int>> done(pieces);
            std::atomic<unsigned> workers = 0;
            parallel_for(threads, pieces, [&] {
                ++workers;
                return [&](std::size_t i) { ++done.at(i); };
            });
            for (const auto& times : done)
                ASSERT_EQ(times, 1);
            // A worker a thread, and no thread without a piece it might do.
            EXPECT_LE(workers, std::min<std::size_t>(std::max(threads, 1u), pieces));
            EXPECT_EQ(workers > 0, pieces > 0);
        }
    }
}

TEST(ParallelFor, OneThreadIsTheCallers) {
    std::vector<std::size_t> order;
    const auto here = std::this_thread::get_id();
    parallel_for(1, 100, [&] {
        EXPECT_EQ(std::this_thread::get_id(), here);
        return [&](std::size_t i) {
            EXPECT_EQ(std::this_thread::get_id(), here);
            order.push_back(i);
        };
    });
    ASSERT_EQ(order.size(), 100u);
    for (std::size_t i = 0; i < order.size(); ++i)
        EXPECT_EQ(order[i], i);
    parallel_for(8, 1,
                 [&] { return [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), here); }; });
}

TEST(ParallelFor, HandsPiecesOutInOrder) {
    std::mutex mutex;
    std::size_t wrong = 0;
    parallel_for(4, 500, [&] {
        return [&, last = std::size_t{0}](std::size_t i) mutable {
            const std::lock_guard lock(mutex);
            if (i < last) ++wrong;
            last = i;
        };
    });
    EXPECT_EQ(wrong, 0u);
}

TEST(ParallelFor, PassesOnTheFirstException) {
    for (const unsigned threads : {1u, 2u, 5u}) {
        std::atomic<std::size_t> done = 0;
        const auto work = [&] {
            parallel_for(threads, 2000, [&] {
                return [&](std::size_t i) {
                    if (i == 20) throw std::runtime_error("piece 20");
                    if (i > 20) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    ++done;
                };
            });
        };
        try {
            work();
            ADD_FAILURE() << "nothing was thrown";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "piece 20");
        }
        EXPECT_LT(done, 1000u);  // the rest was not handed out
        if (threads == 1) {
            EXPECT_EQ(done, 20u);
        }
    }
}

TEST(ParallelFor, PassesOnWhatMakingAWorkerThrows) {
    for (const unsigned threads : {1u, 3u}) {
        EXPECT_THROW(parallel_for(threads, 10, []() -> Worker { throw std::logic_error("no"); }),
                     std::logic_error);
    }
    // One of several threads without a worker: the others end, and the failure is told.
    std::atomic<int> made = 0;
    const auto second_fails = [&]() -> Worker {
        if (++made == 2) throw std::logic_error("no");
        return [](std::size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(1)); };
    };
    EXPECT_THROW(parallel_for(3, 50, second_fails), std::logic_error);
}

TEST(ParallelFor, WorksAgainAfterAFailure) {
    EXPECT_THROW(parallel_for(2, 5, []() -> Worker { throw 1; }), int);
    std::atomic<int> done = 0;
    parallel_for(2, 5, [&] { return [&](std::size_t) { ++done; }; });
    EXPECT_EQ(done, 5);
}

TEST(ParallelEach, DoesEachNumberOnceWithWhatIsTheWorkersOwn) {
    for (const std::size_t count : {0u, 1u, 10u, 11u, 1000u}) {
        std::vector<std::atomic<int>> done(count);
        parallel_each(3, count, 10, [&] {
            return [&, own = std::make_unique<int>(1)](std::size_t i) { done[i] += *own; };
        });
        for (const auto& times : done)
            ASSERT_EQ(times, 1);
    }
}

TEST(ParallelRanges, CoverEachNumberOnceInPieces) {
    for (const unsigned threads : {1u, 3u}) {
        for (const std::size_t count : {0u, 1u, 9u, 10u, 11u, 1000u}) {
            std::vector<std::atomic<int>> done(count);
            std::atomic<int> long_ones = 0;
            parallel_ranges(threads, count, 10, [&] {
                return [&](std::size_t begin, std::size_t end) {
                    if (end - begin > 10 || begin >= end) ++long_ones;
                    for (std::size_t i = begin; i < end; ++i)
                        ++done[i];
                };
            });
            EXPECT_EQ(long_ones, 0);
            for (const auto& times : done)
                ASSERT_EQ(times, 1);
        }
    }
}

}  // namespace
}  // namespace descry
