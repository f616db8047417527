/** @file find_inside.h
 *  @brief Which documents stand inside longer ones.
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

/// The pairs of one of @a documents that stands inside one of @a containers, ascending by container
/// and document. Whether a pair is one is computed exactly; pairs are looked for where a container
/// has a quarter of the 16 least shingles of the document (ShingleTable).
/// @param longer only containers that have more words
/// @param read_text is called once for each thread and pass
/// @exception Stopped; std::system_error no room on the disk
/// Cost: a reading of the documents and of the containers, 0.2 microseconds a word, and some
/// microseconds for each pair that is compared. Documents that do not fit into memory are read once
/// more, and the containers once for each part of them. Memory: work.memory at most for the
/// documents, and 16 bytes for each pair that is found.
std::vector<InsidePair> find_inside(const std::vector<DocumentNumber>& documents,
                                    const std::vector<DocumentNumber>& containers, bool longer,
                                    const std::function<ReadText()>& read_text,
                                    const InsideLimits& limits, const Work& work);

/// Which documents are dropped for longer ones that they stand inside of, with what is kept for
/// each of them: the longest first, and each only where all members of its group stand there as
/// well. A document that another one is dropped for is kept.
/// @param kept_for by number: the head of a document's group; 0 for heads, and what is in none
/// @param kept those of which `kept_for` is 0, as far as they have texts
/// @param may_go whether a pair may be one, beside its texts
/// @return each document once, in the order in which they were dropped
/// Cost and memory: those of find_inside().
std::vector<InsidePair> documents_inside(const std::vector<DocumentNumber>& kept,
                                         const std::vector<DocumentNumber>& kept_for,
                                         const std::function<bool(const InsidePair&)>& may_go,
                                         const std::function<ReadText()>& read_text,
                                         const InsideLimits& limits, const Work& work);

/// Sets the share of each pair, 0 where one does not stand inside the other, and sorts them.
void verify_inside(std::vector<InsidePair>& pairs, const std::function<ReadText()>& read_text,
                   const InsideLimits& limits, const Work& work);

/// An item of a reference that a document holds.
struct HeldItem {
    DocumentNumber item = 0;
    DocumentNumber document = 0;
    /// Of the item's words, those that stand in the document, in order.
    DistanceMillionths share = 0;
    /// How rare these are, each once: the sum of the binary logarithms of the inverse of the share
    /// of all documents that have them, as if there were 100 more of which a 64th has each.
    double bits = 0;
};

/// Fewer bits say little: words that meet in that order by chance in one of a million documents.
inline constexpr double LEAST_BITS = 20;

/// The @a items that @a documents hold, with LEAST_BITS and more, ascending by document and item.
/// Cost: find_inside(), and one more reading of the documents where any is found.
std::vector<HeldItem> find_held(const std::vector<DocumentNumber>& items,
                                const std::vector<DocumentNumber>& documents,
                                const std::function<ReadText()>& read_text,
                                const InsideLimits& limits, const Work& work);

}  // namespace descry

#endif  // DESCRY_INSIDE_FIND_INSIDE_H
