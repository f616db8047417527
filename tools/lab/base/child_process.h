/** @file child_process.h
 *  @brief Work in a process of its own, so that its memory and its crash are its own.
 */
#ifndef DESCRY_TOOLS_LAB_BASE_CHILD_PROCESS_H
#define DESCRY_TOOLS_LAB_BASE_CHILD_PROCESS_H

#include <functional>
#include <stdexcept>
#include <string>

namespace descry {

/// The work failed; what() is the reason.
class ChildError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Forks, does @a work there, and returns what it returned. What it prints is printed.
/// @pre no other thread runs
/// @throws ChildError with the message of what @a work threw, or the signal that ended it;
///         std::runtime_error when no process can be made
std::string run_in_child(const std::function<std::string()>& work);

/// What a process has used so far.
struct ResourceUse {
    double seconds = 0;
    /// Of all threads, in user and system mode.
    double cpu_seconds = 0;
    /// The most memory it ever had in RAM; of a child: from what its parent had at the fork.
    double peak_rss_mib = 0;
};

ResourceUse resource_use();

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_BASE_CHILD_PROCESS_H
