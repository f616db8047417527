/** @file group_views.h
 *  @brief Parts of pages about near-duplicates: pairs, groups and lists of groups.
 *
 *  Plain functions, for files and for a server. Kept and dropped documents have the same colours on
 *  all pages, and everything from outside is escaped.
 */
#ifndef DESCRY_REPORT_GROUP_VIEWS_H
#define DESCRY_REPORT_GROUP_VIEWS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <descry/distance/bag_distance.h>
#include <descry/texts/grouped_texts.h>

#include "engine/keys/field_values.h"
#include "engine/report/aligned_texts.h"
#include "engine/report/html_writer.h"

namespace descry {

/// A document as a page shows it. Unknown properties are empty, or 0.
struct ReportedText {
    std::string id;
    /// Valid UTF-8.
    std::string text;
    FieldValues fields = {};
    /// False: the text is unknown, and these are its words.
    bool is_as_written = true;
    /// By which a person recognises it.
    std::string title = {};
    /// The address that its id links to; written only if is_safe_link().
    std::string link = {};
    std::string date = {};
    /// A directory or a source.
    std::string place = {};
    std::uint64_t words = 0;
    /// The document's file, as named on the command line.
    std::string file = {};
};

/// Fills empty properties from the fields (title, subject; date, published; folder, source; url),
/// the directory in the id, and the text: its first words, their number.
void complete(ReportedText& text);

/// Adds something of a server, such as a form; may be empty.
using ViewHook = std::function<void(HtmlWriter&)>;

struct ViewLimits {
    std::size_t text_bytes = 4'000;
    /// Equal stretches of lines can be unfolded if they are not longer.
    std::size_t folded_bytes = 2'000;
};

/// A dropped document beside the kept one.
struct PairView {
    const ReportedText& kept;
    const ReportedText& dropped;
    DistanceMillionths distance = 0;
    Relation relation = Relation::NEAR;
    /// The element's id; unique on the page.
    std::string anchor;
    bool is_open = true;
    /// Written between the summary and the texts, whose columns are then "Left" and "Right".
    ViewHook controls = {};
    /// Whether `dropped` is a query, not a document: its fields are not compared.
    bool is_own_text = false;
};

/// Writes a foldable pair: the similarity, the titles and the first difference as summary; then
/// both texts in rows, and the fields that differ.
/// @param texts align_texts() of the two
void write_pair(HtmlWriter& to, const PairView& pair, const AlignedTexts& texts,
                const ViewLimits& limits = {});

struct MemberView {
    const ReportedText& text;
    bool is_kept = false;
    /// Distance to the kept document.
    DistanceMillionths distance = 0;
    Relation relation = Relation::NEAR;
    /// PairView::anchor of its pair; empty: not on this page.
    std::string anchor = {};
    /// Written in a last column.
    ViewHook controls = {};
};

/// Writes a table of members in the given order; the kept one should be first.
void write_members(HtmlWriter& to, std::span<const MemberView> members);

struct GroupView {
    /// Of the kept document.
    std::string title;
    std::string id = {};
    /// The title's link; for LINKED.
    std::string link = {};
    std::uint64_t documents = 2;
    /// Distance of the least similar member.
    DistanceMillionths farthest = 0;
    FirstDifference first = {};
    std::string date = {};
    std::string place = {};
    std::uint64_t words = 0;
    /// More about it: "2 of 3 decided".
    std::string note = {};
};

enum class GroupDisplay { ROW, FOLDED, OPEN };

/// Begins a list of groups, with scripted filters and sorting, which are hidden without script. End
/// it once. @param has_finder if there is something to find
void begin_groups(HtmlWriter& to, bool has_finder);

/// Begins an element of that list; end it once. FOLDED and OPEN ones may have content.
void begin_group(HtmlWriter& to, const GroupView& group, std::string_view anchor,
                 GroupDisplay look);

/// "85.0 %", with a non-breaking space.
std::string similarity_of(DistanceMillionths distance);

}  // namespace descry

#endif  // DESCRY_REPORT_GROUP_VIEWS_H
