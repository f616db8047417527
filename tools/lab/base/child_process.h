/** @file child_process.h
 *  @brief Runs work in a child process, isolating its memory and crashes.
 */
#ifndef DESCRY_TOOLS_LAB_BASE_CHILD_PROCESS_H
#define DESCRY_TOOLS_LAB_BASE_CHILD_PROCESS_H

#include <functional>
#include <stdexcept>
#include <string>

namespace descry {

class ChildError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Forks, runs @a work in the child, and returns its result. Its output is printed.
/// @pre no other thread runs
/// @throws ChildError with the message of what @a work threw, or the signal that ended it;
///         std::runtime_error if no process can be made
std::string run_in_child(const std::function<std::string()>& work);

struct ResourceUse {
    double seconds = 0;
    /// Of all threads, in user and system mode.
    double cpu_seconds = 0;
    /// Peak resident memory; for a child, from its parent's memory at the fork on.
    double peak_rss_mib = 0;
};

ResourceUse resource_use();

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_BASE_CHILD_PROCESS_H
