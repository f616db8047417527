/** @file parallel.h
 *  @brief Work in numbered pieces on several threads.
 */
#ifndef DESCRY_MECHANICS_PARALLEL_H
#define DESCRY_MECHANICS_PARALLEL_H

#include <cstddef>
#include <functional>

namespace descry {

/// A worker does piece @a i; it may hold what its thread needs (a database handle, buffers).
using Worker = std::function<void(std::size_t i)>;

/// Does pieces 0 .. @a pieces - 1, each once, on up to @a threads threads; every thread makes its
/// worker with @a make_worker first. Pieces are handed out in order. With one thread (or piece)
/// everything runs in the caller's. The first exception of any worker stops the handing out and is
/// rethrown here when all threads have ended.
void parallel_for(unsigned threads, std::size_t pieces, const std::function<Worker()>& make_worker);

/// A worker does the numbers of [begin, end).
using RangeWorker = std::function<void(std::size_t begin, std::size_t end)>;

/// Does numbers 0 .. @a count - 1 in pieces of @a at_once, as parallel_for() does pieces.
void parallel_ranges(unsigned threads, std::size_t count, std::size_t at_once,
                     const std::function<RangeWorker()>& make_worker);

}  // namespace descry

#endif  // DESCRY_MECHANICS_PARALLEL_H
