/** @file page_parts.h
 *  @brief Building blocks of the service's pages.
 */
#ifndef DESCRY_TOOLS_SERVICE_PAGE_PARTS_H
#define DESCRY_TOOLS_SERVICE_PAGE_PARTS_H

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <xapian.h>

#include <descry/analyzers/words.h>
#include <descry/reading/open_index.h>
#include <descry/reading/text_reader.h>

#include "engine/report/group_views.h"
#include "engine/report/html_writer.h"
#include "engine/report/page.h"
#include "tools/service/group_choice.h"
#include "tools/service/request.h"

namespace descry {

/// Limits of a text that is compared and shown, and of one in which a first difference is searched.
inline constexpr std::size_t BYTES_OF_A_TEXT = 64'000;
inline constexpr std::size_t BYTES_OF_A_ROW = 4'000;

inline constexpr std::size_t GROUPS_A_PAGE = 50;

/// Parameters of a list of groups, passed on to pages of its groups.
struct RequestedGroups {
    /// False: the request named no list.
    bool is_given = false;
    GroupChoice choice = {};
    /// Percentages as typed.
    std::string from = {};
    std::string to = {};
};
/// Reads them from a request. @throws RequestError a similarity is invalid
RequestedGroups requested_groups(Parameters& given);
/// The address of the list, or, with a key, of a group in it.
std::string address_of(const RequestedGroups& asked, std::size_t start, std::string_view key = {});

/// An address of this service; empty values are omitted.
std::string address(std::string_view path,
                    std::initializer_list<std::pair<std::string_view, std::string_view>> values);

std::string number_text(std::size_t number);

/// begin_page() with the style of served pages; and the resulting answer.
void begin_served_page(HtmlWriter& to, const PageHead& head);
Answer page_answer(HtmlWriter& to, const PageHead& head);

/// @throws RequestError there is no such document
Xapian::docid known_document(const OpenIndex& index, const std::string& id);

/// The document for display; its id links to its own page.
ReportedText shown_document(const OpenIndex& index, TextReader& texts, Xapian::docid did,
                            std::size_t most_bytes = BYTES_OF_A_TEXT);

std::string heading_of(const ReportedText& text);

/// Writes a pair with its texts aligned.
void write_texts(HtmlWriter& to, WordAnalyzer& analyzer, const PairView& pair);

/// A form that requests a page; end_form() writes its button.
void begin_search_form(HtmlWriter& to, std::string_view action);
void write_input(HtmlWriter& to, std::string_view label, std::string_view name,
                 std::string_view value);
void end_form(HtmlWriter& to, std::string_view button);

/// Writes links to the previous and next rows, if any.
void write_paging(HtmlWriter& to, std::size_t start, std::size_t rows, std::size_t all,
                  const std::function<std::string(std::size_t)>& address_of);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_PAGE_PARTS_H
