/** @file popcount_limit.h
 *  @brief How many words this CPU can compare at most: XOR, popcount and a sum, in cache.
 */
#ifndef DESCRY_TOOLS_LAB_BENCHMARKS_POPCOUNT_LIMIT_H
#define DESCRY_TOOLS_LAB_BENCHMARKS_POPCOUNT_LIMIT_H

namespace descry::benchmarks {

/// Compares some thousand million words. @return how many
double popcounts();

}  // namespace descry::benchmarks

#endif  // DESCRY_TOOLS_LAB_BENCHMARKS_POPCOUNT_LIMIT_H
