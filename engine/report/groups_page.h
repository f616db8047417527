/** @file groups_page.h
 *  @brief A page on which a person looks at near-duplicates before any of them goes.
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
    /// "Not read: 2 rejected records".
    std::string what;
    /// Places and reasons, as far as they are known.
    std::vector<std::pair<std::string, std::string>> first;
};

/// What a page says of all documents.
struct ReportedCollection {
    /// Facts about the run, one per line: names ("Command", "Date") and values.
    PageFacts facts;
    /// The same of what few people ask for ("Model"): folded.
    PageFacts details = {};
    std::uint64_t documents = 0;
    std::uint64_t references = 0;
    std::uint64_t groups = 0;
    std::vector<UnreadKind> unread = {};
    /// How far members may be from their head.
    DistanceMillionths limit = 0;
    /// Of each document that is dropped as it is near; and how many are, as they stand inside
    /// others, or hold them.
    std::vector<DistanceMillionths> distances = {};
    std::uint64_t others = 0;
    /// Other distances, and how many documents are dropped with each.
    std::vector<std::pair<double, std::uint64_t>> dropped_at = {};

    /// Takes the distances of these.
    void count(std::span<const DroppedDocument> dropped);
    std::uint64_t dropped() const { return distances.size() + others; }
};

/// Writes it: a bar of what is kept and dropped, what was not read, and how similar dropped
/// documents are, with what smaller distances would drop.
void write_collection(HtmlWriter& to, const ReportedCollection& collection);

/// A kept document and those that are dropped for it.
struct DroppedGroup {
    std::uint64_t kept = 0;
    /// The least similar to it first.
    std::vector<DroppedDocument> members;

    DistanceMillionths farthest() const { return members.front().distance; }
};

/// The groups, the least alike first, equal ones in the order of the kept documents.
/// Cost: O(n log n). Memory: 64 bytes a document.
std::vector<DroppedGroup> groups_of(std::span<const DroppedDocument> dropped);

/// The groups on one page, and where the others are.
struct GroupsPage {
    const ReportedCollection& collection;
    std::span<const DroppedDocument> dropped;
    /// Of a DroppedDocument::document, or one that is kept; called for those that are shown.
    std::function<ReportedText(std::uint64_t)> show;
    /// Groups that are shown at most.
    std::size_t rows = ANY_ROWS;
    /// "The groups file (--groups FILE) lists all groups."
    std::string rest = {};

    static constexpr std::size_t ANY_ROWS = ~std::size_t{0};
};

/// The page: write_collection(), then one list of groups. The first ones have their texts, the
/// others a line each, as far as the page stays below 1 MB, whatever ids and texts are; then it
/// says how many more there are. HTML that loads nothing, in light and dark, from 360 pixels on,
/// which can be read without its script.
/// @param analyzer of the documents' words
/// Cost: groups_of(), and align_texts() of the pairs that are shown.
std::string groups_page(const GroupsPage& page, WordAnalyzer& analyzer);

}  // namespace descry

#endif  // DESCRY_REPORT_GROUPS_PAGE_H
