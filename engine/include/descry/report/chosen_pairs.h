/** @file chosen_pairs.h
 *  @brief Which of the documents that go a person is to look at.
 */
#ifndef DESCRY_REPORT_CHOSEN_PAIRS_H
#define DESCRY_REPORT_CHOSEN_PAIRS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <descry/distance/bag_distance.h>
#include <descry/keys/field_values.h>
#include <descry/report/groups_page.h>

namespace descry {

/// A document that goes, and the one that stays in its place.
struct GoingDocument {
    std::uint64_t document = 0;
    std::uint64_t head = 0;
    DistanceMillionths distance = 0;
    /// Documents of the group.
    std::uint64_t group_size = 2;
    /// In words.
    std::uint64_t length = 0;
    /// The two are mails with other attachments, which no text shows.
    bool has_other_attachments = false;
};

/// Pairs under a heading, by their places.
struct ChosenPairs {
    const char* title;
    const char* explanation;
    std::vector<std::size_t> places;
};

/// The least alike, those of the largest groups, the longest, and some by chance: @a most of each.
/// The same ones for the same documents.
std::vector<ChosenPairs> choose_pairs(std::span<const GoingDocument> going, std::size_t most = 20);

/// A document as a page shows it: its id, its text, and its other fields.
struct ReportedText {
    std::string id;
    std::string text;
    FieldValues fields = {};
    /// False: these are its words, as its text is not known.
    bool is_as_written = true;
};

/// Puts the chosen pairs, and all distances, onto a page.
/// @param show of GoingDocument::document, or head
void report_pairs(std::span<const GoingDocument> going,
                  const std::function<ReportedText(std::uint64_t)>& show, GroupsReport& report);

}  // namespace descry

#endif  // DESCRY_REPORT_CHOSEN_PAIRS_H
