/** @file chosen_pairs.h
 *  @brief Which dropped documents a person looks at.
 */
#ifndef DESCRY_REPORT_CHOSEN_PAIRS_H
#define DESCRY_REPORT_CHOSEN_PAIRS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <descry/texts/grouped_texts.h>

#include "engine/keys/field_values.h"
#include "engine/report/groups_page.h"

namespace descry {

/// Pairs under a heading, by their places.
struct ChosenPairs {
    const char* title;
    const char* explanation;
    std::vector<std::size_t> places;
};

/// The least alike, those of the largest groups, the longest, some by chance, and those inside
/// longer documents: @a most of each.
/// The same ones for the same documents.
std::vector<ChosenPairs> choose_pairs(std::span<const DroppedDocument> dropped,
                                      std::size_t most = 20);

/// A document as a page shows it: its id, its text, and its other fields.
struct ReportedText {
    std::string id;
    std::string text;
    FieldValues fields = {};
    /// False: these are its words, as its text is not known.
    bool is_as_written = true;
};

/// Puts the chosen pairs, and all distances, onto a page.
/// @param show of DroppedDocument::document, or kept
void report_pairs(std::span<const DroppedDocument> dropped,
                  const std::function<ReportedText(std::uint64_t)>& show, GroupsReport& report);

}  // namespace descry

#endif  // DESCRY_REPORT_CHOSEN_PAIRS_H
