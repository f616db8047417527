#include "src/interruptible.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>

#include <descry/mechanics/work.h>

namespace descry::python {

namespace {

constexpr std::chrono::milliseconds BETWEEN_LOOKS(50);

struct Told {
    std::string phase;
    std::uint64_t done = 0;
    std::uint64_t total = 0;
};

// What the working thread and the calling one share.
struct Shared {
    std::mutex mutex;
    std::condition_variable ended;
    bool has_ended = false;
    std::exception_ptr failure;
    std::optional<Told> told;  // since the last look
};

// Waits a while. @return whether the work has ended, and what was told meanwhile
std::pair<bool, std::optional<Told>> look(Shared& shared) {
    const nanobind::gil_scoped_release released;
    std::unique_lock lock(shared.mutex);
    shared.ended.wait_for(lock, BETWEEN_LOOKS, [&] { return shared.has_ended; });
    return {shared.has_ended, std::exchange(shared.told, std::nullopt)};
}

}  // namespace

void run_interruptible(nanobind::handle callback,
                       const std::function<void(const Progress&)>& work) {
    Shared shared;
    StopFlag stop;
    Progress progress;
    if (!callback.is_none()) {
        progress = [&shared](const Phase& phase) {
            const std::lock_guard lock(shared.mutex);
            shared.told = {std::string(phase.name), phase.done, phase.total};
        };
    }
    std::thread worker([&] {
        const StopScope scope(&stop);
        std::exception_ptr failure;
        try {
            work(progress);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(shared.mutex);
        shared.failure = failure;
        shared.has_ended = true;
        shared.ended.notify_one();
    });
    std::exception_ptr raised;
    for (bool has_ended = false; !has_ended;) {
        std::optional<Told> told;
        std::tie(has_ended, told) = look(shared);
        if (raised) continue;
        try {
            if (PyErr_CheckSignals() != 0) nanobind::raise_python_error();
            if (told) callback(told->phase.c_str(), told->done, told->total);
        } catch (...) {
            raised = std::current_exception();
            stop.request();
        }
    }
    worker.join();
    if (raised) std::rethrow_exception(raised);
    if (shared.failure) std::rethrow_exception(shared.failure);
}

}  // namespace descry::python
