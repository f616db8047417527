/** @file find_inside.h
 *  @brief Which documents stand inside longer ones.
 */
#ifndef DESCRY_ENGINE_INSIDE_FIND_INSIDE_H
#define DESCRY_ENGINE_INSIDE_FIND_INSIDE_H

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <descry/collection/contents.h>
#include <descry/distance/bag_distance.h>
#include <descry/distance/canonical_text.h>
#include <descry/mechanics/work.h>

namespace descry {

/// When a document counts as inside another.
struct InsideLimits {
    /// Least share of its words that stand there, in order (ContainerText::find()).
    DistanceMillionths share = 0;
    /// Words that it has at least.
    std::uint32_t min_words = 0;
    /// Only where its numbers are the same there.
    bool keep_apart_numbers = false;
};

struct InsidePair {
    DocumentNumber document = 0;
    DocumentNumber container = 0;
    /// Of the document.
    std::uint32_t words = 0;
    DistanceMillionths share = 0;

    friend bool operator==(const InsidePair&, const InsidePair&) = default;
};

/// Reads the canonical text of a document; nullopt where nobody knows it. For one thread.
using ReadText = std::function<std::optional<CanonicalText>(DocumentNumber)>;

/// The pairs of @a documents of which one stands inside the other, which has more words, ascending
/// by container and document. Whether a pair is one is computed exactly;
/// pairs are looked for where the documents share three in ten of the 16 least shingles of the
/// shorter one (ShingleTable).
/// @param read_text is called once for each thread and pass
/// @exception Stopped
/// Cost: a reading of all texts twice, 0.2 microseconds a word, and some microseconds for each
/// pair that is compared. Memory: work.memory, or 8 bytes a document where that is more, and 12
/// for each pair.
std::vector<InsidePair> find_inside(const std::vector<DocumentNumber>& documents,
                                    const std::function<ReadText()>& read_text,
                                    const InsideLimits& limits, const Work& work);

/// Sets the share of each pair, 0 where one does not stand inside the other, and sorts them.
void verify_inside(std::vector<InsidePair>& pairs, const std::function<ReadText()>& read_text,
                   const InsideLimits& limits, const Work& work);

}  // namespace descry

#endif  // DESCRY_ENGINE_INSIDE_FIND_INSIDE_H
