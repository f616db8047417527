/** @file free_memory.h
 *  @brief Returns unused memory to the system.
 */
#ifndef DESCRY_MECHANICS_FREE_MEMORY_H
#define DESCRY_MECHANICS_FREE_MEMORY_H

namespace descry {

/// Enables return_free_memory(), for programs that own all memory of the process. Off at first.
void set_memory_return(bool returns);

/// Returns freed memory that the allocator holds back, if enabled: after a step that took much, in
/// small pieces on several threads, perhaps more than the next one needs. Only with glibc. Cost: 50
/// milliseconds per gigabyte in pieces of 100 bytes, 5 if nothing is returned.
void return_free_memory();

}  // namespace descry

#endif  // DESCRY_MECHANICS_FREE_MEMORY_H
