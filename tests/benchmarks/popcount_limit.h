/** @file popcount_limit.h
 *  @brief How many words this CPU can compare at most: XOR, popcount and a sum, in cache.
 */
#ifndef DESCRY_TESTS_POPCOUNT_LIMIT_H
#define DESCRY_TESTS_POPCOUNT_LIMIT_H

namespace descry::benchmarks {

/// Compares some thousand million words. @return how many
double popcounts();

}  // namespace descry::benchmarks

#endif  // DESCRY_TESTS_POPCOUNT_LIMIT_H
