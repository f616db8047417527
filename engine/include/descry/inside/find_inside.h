/** @file find_inside.h
 *  @brief Finds documents that stand inside longer ones.
 */
#ifndef DESCRY_INSIDE_FIND_INSIDE_H
#define DESCRY_INSIDE_FIND_INSIDE_H

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <descry/collection/contents.h>
#include <descry/distance/bag_distance.h>
#include <descry/distance/canonical_text.h>
#include <descry/mechanics/work.h>

namespace descry {

struct InsideLimits {
    /// Least share of its words that stand there, in order (ContainerText::find()).
    DistanceMillionths share = 0;
    /// Least number of its words.
    std::uint32_t min_words = 0;
    /// Require its numbers to be the same there.
    bool keep_apart_numbers = false;
};

struct InsidePair {
    DocumentNumber document = 0;
    DocumentNumber container = 0;
    /// Words of the document.
    std::uint32_t words = 0;
    DistanceMillionths share = 0;

    friend bool operator==(const InsidePair&, const InsidePair&) = default;
};

/// Returns the canonical text of a document; nullopt if unknown. For one thread.
using ReadText = std::function<std::optional<CanonicalText>(DocumentNumber)>;

/// The pairs of one of @a documents that stands inside one of @a containers, ascending by container
/// and document. Verified exactly; candidates are pairs whose container has a quarter of the
/// document's 16 least shingles (ShingleTable).
/// @param longer only containers that have more words
/// @param read_text called once for each thread and pass
/// @exception Stopped; std::system_error no disk space
/// Cost: reads the documents and containers, 0.2 microseconds per word, and some microseconds per
/// compared pair. If the documents exceed memory, they are read once more, and the containers once
/// for each part of them. Memory: work.memory for the documents, and 16 bytes per found pair.
std::vector<InsidePair> find_inside(const std::vector<DocumentNumber>& documents,
                                    const std::vector<DocumentNumber>& containers, bool longer,
                                    const std::function<ReadText()>& read_text,
                                    const InsideLimits& limits, const Work& work);

/// Chooses the documents to drop for a longer one that they stand inside, and which one is kept for
/// each: the longest first, and a document only if all members of its group stand there as well. A
/// document for which another is dropped is kept.
/// @param kept_for by number: the head of a document's group; 0 for heads and ungrouped documents
/// @param kept the documents whose `kept_for` is 0 and that have texts
/// @param may_go whether a pair is allowed, apart from its texts
/// @return each document once, in the order in which they are dropped
/// Cost and memory: those of find_inside().
std::vector<InsidePair> documents_inside(const std::vector<DocumentNumber>& kept,
                                         const std::vector<DocumentNumber>& kept_for,
                                         const std::function<bool(const InsidePair&)>& may_go,
                                         const std::function<ReadText()>& read_text,
                                         const InsideLimits& limits, const Work& work);

/// Sets the share of each pair, 0 if the document is not inside, and sorts the pairs.
void verify_inside(std::vector<InsidePair>& pairs, const std::function<ReadText()>& read_text,
                   const InsideLimits& limits, const Work& work);

/// A reference item that a document holds.
struct HeldItem {
    DocumentNumber item = 0;
    DocumentNumber document = 0;
    /// Share of the item's words that stand in the document, in order.
    DistanceMillionths share = 0;
    /// How rare these words are, each counted once: the sum of log2(1 / share of all documents that
    /// have the word), as if there were 100 more documents of which a 64th has each word.
    double bits = 0;
};

/// Items with fewer bits say little: one in a million documents has such words by chance.
inline constexpr double LEAST_BITS = 20;

/// The @a items that @a documents hold, with LEAST_BITS or more, ascending by document and item.
/// Cost: find_inside(), and one more reading of the documents if any is found.
std::vector<HeldItem> find_held(const std::vector<DocumentNumber>& items,
                                const std::vector<DocumentNumber>& documents,
                                const std::function<ReadText()>& read_text,
                                const InsideLimits& limits, const Work& work);

}  // namespace descry

#endif  // DESCRY_INSIDE_FIND_INSIDE_H
