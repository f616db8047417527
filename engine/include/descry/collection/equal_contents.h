/** @file equal_contents.h
 *  @brief Which documents of one content hash have the same words: all of them, unless somebody
 * made hashes equal.
 */
#ifndef DESCRY_COLLECTION_EQUAL_CONTENTS_H
#define DESCRY_COLLECTION_EQUAL_CONTENTS_H

#include <cstdint>
#include <span>
#include <vector>

#include <descry/collection/collection.h>

namespace descry {

/// Whether two documents have the same terms as often each. @pre both ascend by term
bool are_equal(std::span<const TermCount> a, std::span<const TermCount> b);

/// For each of @a ordered, by number, the first of them with the same words; 0 for others.
/// @param content_hashes by number (DocumentContents::hashes)
/// Cost: the terms of each document that shares its content hash with another.
std::vector<DocumentNumber> find_first_of_contents(const Collection& collection,
                                                   std::span<const DocumentNumber> ordered,
                                                   std::span<const std::uint64_t> content_hashes);

}  // namespace descry

#endif  // DESCRY_COLLECTION_EQUAL_CONTENTS_H
