/** @file work.h
 *  @brief How much of a machine a call may take, who is told how far it is, and how it is ended
 *         from another thread or a signal handler.
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

/// How far a phase of work is.
struct Phase {
    /// In words.
    std::string_view name;
    /// Pieces that are done.
    std::uint64_t done = 0;
    /// Pieces in all; 0 where nobody knows.
    std::uint64_t total = 0;
    /// Documents that are done, where pieces are KiB of files.
    std::uint64_t documents = 0;
};

/// Called from time to time, from one thread at a time. May be empty. What it throws ends the work,
/// and is thrown by the call that began it.
using Progress = std::function<void(const Phase& phase)>;

/// Counts pieces of a phase that several threads do, and tells of them from whichever did one; of
/// more than there are in all (the number 0 is no document), as many as there are.
class SharedProgress {
  public:
    /// @param progress outlives this
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

/// Results depend on none of it.
struct Work {
    unsigned threads = 1;
    /// Bytes for sorting and for comparing documents; what does not fit goes to disk.
    std::size_t memory = std::size_t{256} << 20;
    Progress progress = {};

    /// Bytes of it for sorting: an eighth, as what sorts is in use beside what compares, and longer
    /// runs save little.
    std::size_t sorting_memory() const { return memory / 8; }
};

/// Thrown by work that was asked to end.
class Stopped : public std::exception {
  public:
    const char* what() const noexcept override { return "stopped"; }
};

/// Asks work to end. Safe from any thread and from signal handlers.
class StopFlag {
  public:
    void request() { is_requested_.store(true, std::memory_order_relaxed); }
    bool is_requested() const { return is_requested_.load(std::memory_order_relaxed); }

  private:
    static_assert(std::atomic<bool>::is_always_lock_free);
    std::atomic<bool> is_requested_ = false;
};

/// While it lives, what this thread does, and the threads that parallel_for() starts for it, ends
/// by Stopped soon after the flag was raised: all phases of training and grouping within 0.1
/// seconds, but sorting, which ends a run of records first. Nothing is left behind: what was made
/// is destroyed, temporary files have no names.
class StopScope {
  public:
    /// @param flag outlives this; null: nothing stops
    explicit StopScope(const StopFlag* flag) : before_(current_) { current_ = flag; }
    ~StopScope() { current_ = before_; }
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

    /// Of this thread; null where there is none.
    static const StopFlag* current() { return current_; }

  private:
    inline static thread_local const StopFlag* current_ = nullptr;

    const StopFlag* before_;
};

/// For loops that take long. @exception Stopped. Cost: a nanosecond.
inline void check_stop() {
    const StopFlag* const flag = StopScope::current();
    if (flag != nullptr && flag->is_requested()) throw Stopped();
}

}  // namespace descry

#endif  // DESCRY_MECHANICS_WORK_H
