/** @file work.h
 *  @brief Threads, memory and progress of a call, and how to stop it.
 */
#ifndef DESCRY_MECHANICS_WORK_H
#define DESCRY_MECHANICS_WORK_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <string_view>

namespace descry {

struct Phase {
    /// A phrase for people.
    std::string_view name;
    std::uint64_t done = 0;
    /// Pieces in all; 0 if unknown.
    std::uint64_t total = 0;
    /// Documents done, if pieces are KiB of files.
    std::uint64_t documents = 0;
};

/// Called from time to time, from one thread at a time. May be empty. What it throws ends the work
/// and is thrown by the call that started it.
using Progress = std::function<void(const Phase& phase)>;

/// Counts the pieces of a phase across threads and reports them from the thread that did one. Never
/// reports more than the total (number 0 is not a document, but counts as a step).
class SharedProgress {
  public:
    /// @param progress must outlive this
    SharedProgress(const Progress& progress, std::string_view phase, std::uint64_t total)
        : progress_(progress), phase_(phase), total_(total) {}

    void step(std::uint64_t pieces = 1) {
        if (!progress_) return;
        const std::lock_guard lock(mutex_);
        done_ += pieces;
        if (total_ > 0) done_ = std::min(done_, total_);
        progress_({phase_, done_, total_});
    }

  private:
    const Progress& progress_;
    std::string_view phase_;
    std::uint64_t total_;
    std::uint64_t done_ = 0;
    std::mutex mutex_;
};

/// Resources of a call; results do not depend on them.
struct Work {
    unsigned threads = 1;
    /// Bytes for sorting and comparing documents; the rest goes to disk.
    std::size_t memory = std::size_t{256} << 20;
    Progress progress = {};

    /// Bytes for sorting: an eighth, as sorting runs beside comparing, and longer runs save little.
    std::size_t sorting_memory() const { return memory / 8; }
};

class Stopped : public std::exception {
  public:
    const char* what() const noexcept override { return "stopped"; }
};

/// Asks work to stop. Safe from any thread and from signal handlers.
class StopFlag {
  public:
    void request() { is_requested_.store(true, std::memory_order_relaxed); }
    bool is_requested() const { return is_requested_.load(std::memory_order_relaxed); }

  private:
    static_assert(std::atomic<bool>::is_always_lock_free);
    std::atomic<bool> is_requested_ = false;
};

/// While it lives, work of this thread, and of threads that parallel_for() starts for it, throws
/// Stopped soon after the flag is raised: within 0.1 seconds in all phases of training and
/// grouping, except that sorting finishes a run of records first. Nothing is left behind.
class StopScope {
  public:
    /// @param flag must outlive this; null: work is not stopped
    explicit StopScope(const StopFlag* flag) : before_(current_) { current_ = flag; }
    ~StopScope() { current_ = before_; }
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

    /// The flag of this thread; null if none.
    static const StopFlag* current() { return current_; }

  private:
    inline static thread_local const StopFlag* current_ = nullptr;

    const StopFlag* before_;
};

/// For long loops. @exception Stopped. Cost: a nanosecond.
inline void check_stop() {
    const StopFlag* const flag = StopScope::current();
    if (flag != nullptr && flag->is_requested()) throw Stopped();
}

}  // namespace descry

#endif  // DESCRY_MECHANICS_WORK_H
