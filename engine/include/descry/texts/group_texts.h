/** @file group_texts.h
 *  @brief Texts in memory to groups of near-duplicates, in one call, without Xapian.
 */
#ifndef DESCRY_TEXTS_GROUP_TEXTS_H
#define DESCRY_TEXTS_GROUP_TEXTS_H

#include <span>
#include <string_view>

#include <descry/mechanics/work.h>
#include <descry/texts/text_order.h>
#include <descry/unique/unique_documents.h>

namespace descry {

/// How texts are grouped. What is not set is as in `descry uniq`.
struct TextGroupingOptions {
    /// `training.distance` is how far members may be from their head. Where a model is given, the
    /// words are cut as it says, else as AnalyzerRecipe() does.
    UniqueOptions unique;
    /// Which text of a group is its head (head_order_of()). By no field, as texts have none here.
    TextOrder order;
    Work work;
};

/// Groups texts as `descry uniq` groups documents of the same texts in the same order: the same
/// model, heads, members and distances.
/// @param texts UTF-8, each of which is read once; at most 2^32 - 2 of them
/// @return numbered from 1 on: texts[i] is document i + 1. keyed_groups() of `groups` lists them
/// @exception std::invalid_argument the model is of another program's words, or of another ICU; or
/// the order is by a field
/// @exception std::length_error too many texts
/// @exception Stopped, or what the progress throws
/// Cost: the analysis of the texts, and find_unique(). Memory: that of find_unique(), and the words
/// of 4,096 texts. Disk: the words of all texts, where they are more than 16 MiB.
UniqueDocuments group_texts(std::span<const std::string_view> texts,
                            const TextGroupingOptions& options = {});

}  // namespace descry

#endif  // DESCRY_TEXTS_GROUP_TEXTS_H
