/** @file stop.h
 *  @brief Ending work that is under way, from another thread or a signal handler.
 */
#ifndef DESCRY_MECHANICS_STOP_H
#define DESCRY_MECHANICS_STOP_H

#include <atomic>
#include <exception>

namespace descry {

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

#endif  // DESCRY_MECHANICS_STOP_H
