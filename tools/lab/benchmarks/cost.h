/** @file cost.h
 *  @brief Measures the cost of work in a child process, and checks answers.
 */
#ifndef DESCRY_TOOLS_LAB_BENCHMARKS_COST_H
#define DESCRY_TOOLS_LAB_BENCHMARKS_COST_H

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace descry::benchmark {

/// Initially higher than any real cost.
struct Cost {
    double cpu = std::numeric_limits<double>::max();
    double wall = std::numeric_limits<double>::max();
    std::int64_t peak_mib = 0;

    void take_lesser(const Cost& other) {
        cpu = std::min(cpu, other.cpu);
        wall = std::min(wall, other.wall);
        peak_mib = std::max(peak_mib, other.peak_mib);
    }
};

inline double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

/// Runs in a child process, so nothing remains in memory.
/// @throws std::runtime_error it failed
inline Cost cost_of(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process can be started");
    if (child == 0) {
        work();
        _exit(0);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    if (status != 0) throw std::runtime_error("a measured process failed");
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    return {seconds(usage.ru_utime) + seconds(usage.ru_stime), wall.count(),
            usage.ru_maxrss / 1024};
}

/// @throws std::runtime_error it is not @a good
inline void check(bool good, const char* what) {
    if (!good) throw std::runtime_error(fmt::format("the answer is wrong: {}", what));
}

/// Copies a directory over whatever exists at @a to.
inline void copy_index(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::filesystem::remove_all(to);
    std::filesystem::copy(from, to, std::filesystem::copy_options::recursive);
}

}  // namespace descry::benchmark

#endif  // DESCRY_TOOLS_LAB_BENCHMARKS_COST_H
