/** @file popcount_limit.h
 *  @brief Maximum speed of this CPU at comparing words: XOR, popcount and a sum, in cache.
 */
#ifndef DESCRY_TOOLS_LAB_BENCHMARKS_POPCOUNT_LIMIT_H
#define DESCRY_TOOLS_LAB_BENCHMARKS_POPCOUNT_LIMIT_H

namespace descry::benchmarks {

/// Compares some thousand million words. @return their number
double popcounts();

}  // namespace descry::benchmarks

#endif  // DESCRY_TOOLS_LAB_BENCHMARKS_POPCOUNT_LIMIT_H
