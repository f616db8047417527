/** @file groups_page.h
 *  @brief A page on which a person looks at near-duplicates before any of them goes.
 */
#ifndef DESCRY_REPORT_GROUPS_PAGE_H
#define DESCRY_REPORT_GROUPS_PAGE_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <descry/distance/bag_distance.h>
#include <descry/texts/grouped_texts.h>

#include "engine/keys/field_values.h"
#include "engine/report/marked_texts.h"

namespace descry {

/// A document that goes, beside the one that stays in its place.
struct ReportedPair {
    std::string id;
    std::string head;
    DistanceMillionths distance = 0;
    /// As they are written, where they are known.
    std::string text;
    std::string head_text;
    /// Documents of the group.
    std::uint64_t size = 2;
    /// In which they differ beside their texts; `a` is the head's.
    std::vector<FieldDifference> fields = {};
    /// False: the texts are words, whatever stands between them.
    bool is_as_written = true;
    Relation relation = Relation::NEAR;
};

/// Pairs under a heading.
struct ReportedSection {
    std::string title;
    std::string explanation;
    std::vector<ReportedPair> pairs;
};

/// A kind of input that is not on the page.
struct UnreadKind {
    /// "Not read: 2 rejected records".
    std::string what;
    /// Places and reasons, as far as they are known.
    std::vector<std::pair<std::string, std::string>> first;
};

/// What the page says.
struct GroupsReport {
    /// What was read, and how: name and value, one a line ("Command", "Date", "Model", ...).
    std::vector<std::pair<std::string, std::string>> facts;
    std::uint64_t documents = 0;
    std::uint64_t references = 0;
    std::uint64_t groups = 0;
    std::vector<UnreadKind> unread;
    /// How far members may be from their head.
    DistanceMillionths limit = 0;
    /// Of each document that is dropped as it is near; and how many are, as they stand inside
    /// others, or hold them.
    std::vector<DistanceMillionths> distances;
    std::uint64_t others = 0;
    std::vector<ReportedSection> sections;
};

/// The page: facts, a bar of what is kept, what was not read, a histogram of how alike dropped
/// documents are to kept ones, and the sections, each pair folded. HTML that loads nothing and
/// needs no script, and says so to the browser; light and dark, from 360 pixels on; everything from
/// outside is escaped.
/// @param analyzer of the documents' words
/// Cost: mark_differences() of each pair. Size: below 1 MB, whatever ids and texts are: of long
/// texts less is shown, the first 16 KB each at most.
std::string groups_page(const GroupsReport& report, WordAnalyzer& analyzer);

}  // namespace descry

#endif  // DESCRY_REPORT_GROUPS_PAGE_H
