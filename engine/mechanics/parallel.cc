#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <descry/mechanics/parallel.h>

namespace descry {

void parallel_for(unsigned threads, std::size_t pieces,
                  const std::function<Worker()>& make_worker) {
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failure;
    const auto run = [&] {
        try {
            const Worker worker = make_worker();
            for (std::size_t i = next++; i < pieces; i = next++)
                worker(i);
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

void parallel_ranges(unsigned threads, std::size_t count, std::size_t at_once,
                     const std::function<RangeWorker()>& make_worker) {
    parallel_for(threads, (count + at_once - 1) / at_once, [&]() -> Worker {
        return [count, at_once, worker = make_worker()](std::size_t piece) {
            worker(piece * at_once, std::min((piece + 1) * at_once, count));
        };
    });
}

}  // namespace descry
