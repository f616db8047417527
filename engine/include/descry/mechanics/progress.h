/** @file progress.h
 *  @brief How long work tells what it is doing.
 */
#ifndef DESCRY_MECHANICS_PROGRESS_H
#define DESCRY_MECHANICS_PROGRESS_H

#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>

namespace descry {

/// Called from time to time, from one thread at a time: the phase in words, pieces of it done, and
/// pieces in all (0 where nobody knows). May be empty. What it throws ends the work, and is thrown
/// by the call that began it.
using Progress =
    std::function<void(std::string_view phase, std::uint64_t done, std::uint64_t total)>;

/// Counts pieces of a phase that several threads do, and tells of them from whichever did one.
class SharedProgress {
  public:
    /// @param progress outlives this
    SharedProgress(const Progress& progress, std::string_view phase, std::uint64_t total)
        : progress_(progress), phase_(phase), total_(total) {}

    void step(std::uint64_t pieces = 1) {
        if (!progress_) return;
        const std::lock_guard lock(mutex_);
        done_ += pieces;
        progress_(phase_, done_, total_);
    }

  private:
    const Progress& progress_;
    std::string_view phase_;
    std::uint64_t total_;
    std::uint64_t done_ = 0;
    std::mutex mutex_;
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_PROGRESS_H
