/** @file group_views.h
 *  @brief What pages show of near-duplicates: pairs, groups and lists of groups.
 *
 *  Plain functions for files and for a server alike. What is kept and what is dropped has one
 *  colour each on all pages, and everything from outside is escaped.
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

/// A document as a page shows it. What is not known is empty, or 0.
struct ReportedText {
    std::string id;
    /// Valid UTF-8.
    std::string text;
    FieldValues fields = {};
    /// False: these are its words, as its text is not known.
    bool is_as_written = true;
    /// By which a person recognises it.
    std::string title = {};
    /// The address that its id links to; written only where is_safe_link().
    std::string link = {};
    std::string date = {};
    /// A folder or a source.
    std::string place = {};
    std::uint64_t words = 0;
    /// The file that the document is, as the command names it.
    std::string file = {};
};

/// Fills what is empty from the fields (title, subject; date, published; folder, source; url), from
/// the folder in the id, and from the text: its first words, their number.
void complete(ReportedText& text);

/// What a server adds to a view, such as a form; may be empty.
using ViewHook = std::function<void(HtmlWriter&)>;

/// How much of texts is shown.
struct ViewLimits {
    /// Of each text of a pair.
    std::size_t text_bytes = 4'000;
    /// Stretches of lines that are alike can be opened where they are not longer.
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
    /// True: `dropped` is no document but what somebody asks about; its fields are not compared.
    bool is_own_text = false;
};

/// Writes a pair that can be folded: in its summary the similarity, the titles and the first
/// difference; then both texts in rows, and the other fields that differ.
/// @param texts align_texts() of the two
void write_pair(HtmlWriter& to, const PairView& pair, const AlignedTexts& texts,
                const ViewLimits& limits = {});

/// A document of a group.
struct MemberView {
    const ReportedText& text;
    bool is_kept = false;
    /// To the kept one.
    DistanceMillionths distance = 0;
    Relation relation = Relation::NEAR;
    /// PairView::anchor of its pair; empty: not on this page.
    std::string anchor = {};
    /// Written in a last column.
    ViewHook controls = {};
};

/// Writes a table of members, in the order given: the kept one is to come first.
void write_members(HtmlWriter& to, std::span<const MemberView> members);

/// A group in a list.
struct GroupView {
    /// Of the kept document.
    std::string title;
    std::string id = {};
    /// Where the title links to; for LINKED.
    std::string link = {};
    std::uint64_t documents = 2;
    /// Of the member that is least similar to the kept one.
    DistanceMillionths farthest = 0;
    FirstDifference first = {};
    std::string date = {};
    std::string place = {};
    std::uint64_t words = 0;
    /// What else is said of it: "2 of 3 decided".
    std::string note = {};
};

enum class GroupLook { ROW, FOLDED, OPEN };

/// Begins a list of groups, with what filters and sorts it by script; without script that is not
/// shown. To be ended once. @param has_finder where there is something to find
void begin_groups(HtmlWriter& to, bool has_finder);

/// Begins an element of that list; to be ended once. A FOLDED or OPEN one goes on with what it
/// holds, such as write_members() and write_pair().
void begin_group(HtmlWriter& to, const GroupView& group, std::string_view anchor, GroupLook look);

/// "85.0 %", which is not broken over two lines.
std::string similarity_of(DistanceMillionths distance);

}  // namespace descry

#endif  // DESCRY_REPORT_GROUP_VIEWS_H
