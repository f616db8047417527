/** @file parallel.h
 *  @brief Runs numbered pieces of work on several threads.
 */
#ifndef DESCRY_MECHANICS_PARALLEL_H
#define DESCRY_MECHANICS_PARALLEL_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <descry/mechanics/work.h>

namespace descry {

/// Runs pieces 0 .. @a pieces - 1, each once and in order, on up to @a threads threads. Every
/// thread first makes its worker with @a make_worker: worker(i) does piece i, and may hold what its
/// thread needs (a database handle, buffers). With one thread or piece, everything runs in the
/// calling thread. After an exception of any worker no more pieces start, and the first is rethrown
/// when all threads have ended. @exception Stopped
template <typename MakeWorker>
void parallel_for(unsigned threads, std::size_t pieces, const MakeWorker& make_worker) {
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failure;
    const auto run = [&, flag = StopScope::current()] {
        const StopScope scope(flag);
        try {
            auto worker = make_worker();
            for (std::size_t i = next++; i < pieces; i = next++) {
                check_stop();
                worker(i);
            }
        } catch (...) {
            next = pieces;
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    const std::size_t helpers = std::min<std::size_t>(std::max(threads, 1u), pieces);
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < helpers; ++i)
            others.emplace_back(run);
        if (pieces > 0) run();
    }
    if (failure) std::rethrow_exception(failure);
}

/// parallel_for() over 0 .. @a count - 1: worker(begin, end) does up to @a at_once numbers.
template <typename MakeWorker>
void parallel_ranges(unsigned threads, std::size_t count, std::size_t at_once,
                     const MakeWorker& make_worker) {
    parallel_for(threads, (count + at_once - 1) / at_once, [&] {
        return [count, at_once, worker = make_worker()](std::size_t piece) mutable {
            worker(piece * at_once, std::min((piece + 1) * at_once, count));
        };
    });
}

/// parallel_ranges() with worker(i) for each number.
template <typename MakeWorker>
void parallel_each(unsigned threads, std::size_t count, std::size_t at_once,
                   const MakeWorker& make_worker) {
    parallel_ranges(threads, count, at_once, [&] {
        return [worker = make_worker()](std::size_t begin, std::size_t end) mutable {
            for (std::size_t i = begin; i < end; ++i)
                worker(i);
        };
    });
}

}  // namespace descry

#endif  // DESCRY_MECHANICS_PARALLEL_H
