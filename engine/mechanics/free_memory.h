/** @file free_memory.h
 *  @brief Giving memory that nothing uses any more back to the system.
 */
#ifndef DESCRY_MECHANICS_FREE_MEMORY_H
#define DESCRY_MECHANICS_FREE_MEMORY_H

namespace descry {

/// Whether return_free_memory() does anything in this process: for programs whose memory is theirs
/// alone. At first it does not.
void let_free_memory_return(bool returns);

/// Gives back what was freed and is kept for later, where the process lets it: after a step that
/// took much, in small pieces and on several threads, that may be more than the next one needs.
/// Where the C library is not glibc, nothing happens. Cost: 50 milliseconds a gigabyte of pieces of
/// 100 bytes, 5 where nothing is given back.
void return_free_memory();

}  // namespace descry

#endif  // DESCRY_MECHANICS_FREE_MEMORY_H
