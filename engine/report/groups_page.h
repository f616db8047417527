/** @file groups_page.h
 *  @brief A page on which a person reviews near-duplicates before any is dropped.
 */
#ifndef DESCRY_REPORT_GROUPS_PAGE_H
#define DESCRY_REPORT_GROUPS_PAGE_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <descry/distance/bag_distance.h>
#include <descry/texts/grouped_texts.h>

#include "engine/report/group_views.h"
#include "engine/report/page.h"

namespace descry {

/// A kind of input that is not on the page.
struct UnreadKind {
    std::string what;
    /// Known places and reasons.
    std::vector<std::pair<std::string, std::string>> first;
};

/// What a page says of all documents.
struct ReportedCollection {
    /// Names ("Command", "Date") and values of the run, one per line.
    PageFacts facts;
    /// Facts for few readers ("Model"), folded.
    PageFacts details = {};
    std::uint64_t documents = 0;
    std::uint64_t references = 0;
    std::uint64_t groups = 0;
    std::vector<UnreadKind> unread = {};
    /// Largest distance of members from their head.
    DistanceMillionths limit = 0;
    /// Distances of the documents dropped as near-duplicates; and the number of those dropped
    /// because they stand inside others, or hold them.
    std::vector<DistanceMillionths> distances = {};
    std::uint64_t others = 0;
    /// Other distances, and how many documents each would drop.
    std::vector<std::pair<double, std::uint64_t>> dropped_at = {};

    /// Adds these to `distances` and `others`.
    void count(std::span<const DroppedDocument> dropped);
    std::uint64_t dropped() const { return distances.size() + others; }
};

/// Writes a bar of kept and dropped documents, what was not read, how similar dropped documents
/// are, and what smaller distances would drop.
void write_collection(HtmlWriter& to, const ReportedCollection& collection);

/// A kept document and those dropped for it.
struct DroppedGroup {
    std::uint64_t kept = 0;
    /// The least similar first.
    std::vector<DroppedDocument> members;

    DistanceMillionths farthest() const { return members.front().distance; }
};

/// The groups, the least similar first, ties in the order of the kept documents. Cost: O(n log n).
/// Memory: 64 bytes per document.
std::vector<DroppedGroup> groups_of(std::span<const DroppedDocument> dropped);

struct GroupsPage {
    const ReportedCollection& collection;
    std::span<const DroppedDocument> dropped;
    /// Returns a dropped or kept document; called for shown ones only.
    std::function<ReportedText(std::uint64_t)> show;
    std::size_t rows = ANY_ROWS;
    std::string rest = {};

    static constexpr std::size_t ANY_ROWS = ~std::size_t{0};
};

/// The page: write_collection(), then one list of groups. The first have their texts, the others a
/// line each, as long as the page stays below 1 MB, whatever ids and texts are; then follows the
/// number of the rest. HTML that loads nothing, in light and dark, from 360 pixels on; needs no
/// script.
/// @param analyzer of the documents' words
/// Cost: groups_of(), and align_texts() of the shown pairs.
std::string groups_page(const GroupsPage& page, WordAnalyzer& analyzer);

}  // namespace descry

#endif  // DESCRY_REPORT_GROUPS_PAGE_H
