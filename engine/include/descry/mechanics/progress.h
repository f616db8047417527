/** @file progress.h
 *  @brief How long work tells what it is doing.
 */
#ifndef DESCRY_MECHANICS_PROGRESS_H
#define DESCRY_MECHANICS_PROGRESS_H

#include <cstdint>
#include <functional>
#include <string_view>

namespace descry {

/// Called from time to time, from one thread at a time: the phase in words, pieces of it done, and
/// pieces in all (0 where nobody knows). May be empty.
using Progress =
    std::function<void(std::string_view phase, std::uint64_t done, std::uint64_t total)>;

}  // namespace descry

#endif  // DESCRY_MECHANICS_PROGRESS_H
