/** @file forward_statistics.h
 *  @brief The statistics of every term of a copy of the term lists.
 */
#ifndef DESCRY_COLLECTION_FORWARD_STATISTICS_H
#define DESCRY_COLLECTION_FORWARD_STATISTICS_H

#include <cstddef>
#include <functional>

#include <descry/collection/forward_index.h>
#include <descry/model/word_statistics.h>

namespace descry {

/// Calls visit(word) for each term that a counted document holds, ascending by term; without
/// thresholds.
/// @pre lists.is_whole()
/// @exception std::system_error no room in TMPDIR
/// Cost: one pass over the copy, and a sort of all postings. Memory: that of the collection's work,
/// 8 bytes a term. Disk: 12 bytes a posting.
void for_each_counted_word(const ForwardIndex& lists, const DocumentClasses& classes,
                           const std::function<void(const WordStatistics&)>& visit);

}  // namespace descry

#endif  // DESCRY_COLLECTION_FORWARD_STATISTICS_H
