/** @file anchored_edits.h
 *  @brief A way from one text to another along what they have in common.
 */
#ifndef DESCRY_ENGINE_EDITS_ANCHORED_EDITS_H
#define DESCRY_ENGINE_EDITS_ANCHORED_EDITS_H

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/edits/passage_index.h"

namespace descry {

/// A canonical text, valid UTF-8, and its passages.
struct IndexedText {
    std::string_view utf8;
    const PassageIndex& passages;
};

/// Edits of one character that make @a b of @a a, not always as few as can be; nullopt when they
/// are more than @a max_edits.
///
/// Passages of @a a that @a b has once, in the longest sequence that is ascending in both, are left
/// as they are and stretched as far as both texts agree; what is between them is compared exactly
/// where it is short, and replaced where it is long.
/// @param is_ascii both are ASCII
/// Cost: linear in the texts, and that of what is between. Memory: that of the thread, linear in
/// their words.
std::optional<std::size_t> anchored_edits(const IndexedText& a, const IndexedText& b, bool is_ascii,
                                          std::size_t max_edits);

}  // namespace descry

#endif  // DESCRY_ENGINE_EDITS_ANCHORED_EDITS_H
