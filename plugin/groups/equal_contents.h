/** @file equal_contents.h
 *  @brief Which documents of one content hash have the same words: all of them, unless somebody
 * made hashes equal.
 */
#ifndef DESCRY_PLUGIN_GROUPS_EQUAL_CONTENTS_H
#define DESCRY_PLUGIN_GROUPS_EQUAL_CONTENTS_H

#include <cstdint>
#include <span>
#include <vector>

#include <xapian.h>

#include <descry/distance/term_count.h>
#include <descry/reading/index_statistics.h>

namespace descry {

/// Whether two documents have the same terms as often each. @pre both ascend by term
bool are_equal(std::span<const TermCount> a, std::span<const TermCount> b);

/// For each of @a ordered, by docid, the first of them with the same words; 0 for other docids.
/// @param content_hashes by docid: content hashes, which are equal where contents are
/// (DocumentContents::hashes) Cost: the term list of each document that shares its content hash
/// with another.
std::vector<Xapian::docid> find_first_of_contents(const ReadOptions& read,
                                                  std::span<const Xapian::docid> ordered,
                                                  std::span<const std::uint64_t> content_hashes);

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_EQUAL_CONTENTS_H
