/** @file pages.h
 *  @brief The service's HTML pages: search, groups, pairs, a text, decisions.
 */
#ifndef DESCRY_TOOLS_SERVICE_PAGES_H
#define DESCRY_TOOLS_SERVICE_PAGES_H

#include <cstddef>
#include <string>
#include <string_view>

#include <descry/collection/collection_groups.h>
#include <descry/reading/text_reader.h>

#include "engine/report/group_views.h"
#include "engine/report/page.h"
#include "tools/service/request.h"
#include "tools/service/service.h"

namespace descry {

/// Makes the requested page. Everything works without script; decisions are forms.
class Pages {
  public:
    explicit Pages(Service& service) : service_(service) {}

    /// @throws RequestError no such page, or as Service's answers
    Answer answer(const Request& request);

    Answer failure(unsigned status, const std::string& message) const;

  private:
    using Reader = SharedIndex::Reader;

    Answer front(const Request& request);
    Answer groups(const Request& request);
    Answer group(const Request& request);
    Answer pair(const Request& request);
    Answer document(const Request& request);
    Answer text(const Request& request);
    Answer decisions(const Request& request);
    Answer decide(const Request& request);

    PageHead head(std::string_view heading, std::string_view current) const;
    ReportedCollection collection(const Reader& reader) const;
    ViewHook decision_form(const std::string& id, const std::string& kept,
                           const std::string& back) const;
    /// Writes the number of groups in a list, and of those decided.
    void write_counts(HtmlWriter& to, const Reader& reader, std::size_t groups) const;
    /// Number of members of a group with a decision.
    std::size_t decided_of(const OpenIndex& index, const KeyedGroup& group) const;
    /// Lists the script's keys; hidden without script.
    void write_keys(HtmlWriter& to) const;

    Service& service_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_PAGES_H
