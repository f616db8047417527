/** @file inside.h
 *  @brief Which documents stand inside another: quoted mails, excerpts.
 *
 *  A document inside a longer one is as far from it as the rest is long: no reason to group them,
 *  but often what a reader wants to know. For a text that is not in the index, and for many, there
 *  is a TextFinder (similar.h).
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

/// How much of two documents stands in the other: the share of its words that do so in order,
/// whatever stands between them there. 0 for a text of fewer than three words.
struct InsideShares {
    DistanceMillionths of_a = 0;
    DistanceMillionths of_b = 0;
};

/// Cost: 40 nanoseconds a word of both, and 100 for each that both have.
InsideShares inside_shares(const CanonicalText& a, const CanonicalText& b);

/// A document that stands inside another, or that another stands in.
struct DocumentInside {
    Xapian::docid did = 0;
    /// How much of the document that was asked about stands in this one, and of this one in it.
    DistanceMillionths of_asked = 0;
    DistanceMillionths of_other = 0;

    DistanceMillionths greater() const { return of_asked > of_other ? of_asked : of_other; }
};

/// The documents of which @a share or more stands in document @a did, and those in which so much of
/// it does, the most contained first; those of fewer than @a min_words words stand in none.
///
/// Candidates are documents that have the rarest words of its passages: of each 16 words one, of
/// 1,024 places at most; the 1,000 that match best are compared. None where neither its text nor
/// positions are stored.
/// @exception Xapian::DocNotFoundError no such document
/// Cost: a query of as many terms, and the reading of the texts of the candidates, 40 microseconds
/// for 4 KB each.
std::vector<DocumentInside> find_inside(const Xapian::Database& db, const Schema& schema,
                                        Xapian::docid did, DistanceMillionths share,
                                        std::uint32_t min_words, std::size_t max_documents);

}  // namespace descry

#endif  // DESCRY_INSPECTION_INSIDE_H
