/** @file work.h
 *  @brief How much of a machine a call may take, and who is told how far it is.
 */
#ifndef DESCRY_MECHANICS_WORK_H
#define DESCRY_MECHANICS_WORK_H

#include <cstddef>

#include <descry/mechanics/progress.h>

namespace descry {

/// Results depend on none of it.
struct Work {
    unsigned threads = 1;
    /// Bytes for sorting and for comparing documents; what does not fit goes to disk.
    std::size_t memory = std::size_t{256} << 20;
    Progress progress = {};
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_WORK_H
