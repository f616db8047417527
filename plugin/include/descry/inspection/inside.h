/** @file inside.h
 *  @brief Finds documents inside longer ones: quoted mails, excerpts.
 *
 *  A document inside a longer one is at the distance of the remaining words, so the two are not
 *  grouped, but readers often want to find it. For texts outside the index, and for many texts, use
 *  TextFinder (similar.h).
 */
#ifndef DESCRY_INSPECTION_INSIDE_H
#define DESCRY_INSPECTION_INSIDE_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include <xapian.h>

#include <descry/distance/bag_distance.h>
#include <descry/distance/canonical_text.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// The share of each document's words that occur in the other in the same order, with any words
/// between them. 0 for a text of fewer than three words.
struct InsideShares {
    DistanceMillionths of_a = 0;
    DistanceMillionths of_b = 0;
};

/// Cost: 40 nanoseconds per word of both, and 100 per common word.
InsideShares inside_shares(const CanonicalText& a, const CanonicalText& b);

struct DocumentInside {
    Xapian::docid did = 0;
    /// Share of the requested document inside this one, and the reverse.
    DistanceMillionths of_asked = 0;
    DistanceMillionths of_other = 0;

    DistanceMillionths greater() const { return of_asked > of_other ? of_asked : of_other; }
};

/// Documents of which at least @a share is inside document @a did, and documents that hold at least
/// @a share of it; the most contained first. Documents of fewer than @a min_words words are never
/// inside another.
///
/// Candidates are documents with the rarest words of its passages (one word of every 16, from at
/// most 1,024 places); the 1,000 best matches are compared. Returns nothing if neither its text nor
/// positions are stored. Cost: a query of that many terms, and reading the candidates' texts, 40
/// microseconds per 4 KB.
/// @exception Xapian::DocNotFoundError no such document
std::vector<DocumentInside> find_inside(const Xapian::Database& db, const Schema& schema,
                                        Xapian::docid did, DistanceMillionths share,
                                        std::uint32_t min_words, std::size_t max_documents);

}  // namespace descry

#endif  // DESCRY_INSPECTION_INSIDE_H
