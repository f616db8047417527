/** @file search_page.h
 *  @brief What `descry search` found, and how it prints it.
 */
#ifndef DESCRY_TOOLS_COMMANDS_SHARED_SEARCH_PAGE_H
#define DESCRY_TOOLS_COMMANDS_SHARED_SEARCH_PAGE_H

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <xapian.h>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/collapse/search_parameters.h>

#include "tools/messages/console.h"

namespace descry {

/// A document of a group that is shown under its result.
struct ShownMember {
    Xapian::docid did = 0;
    std::string id;
    double weight = 0;
};

/// Members of a result's group, and of how many they are a part.
struct ShownMembers {
    Xapian::doccount matches = 0;
    std::vector<ShownMember> documents;
};

/// A result with its id and what else is shown of it.
struct ShownResult {
    CollapsedItem item;
    std::string id;
    std::string summary;
    /// What is stored of it beside the text, for json.
    nlohmann::json fields = nlohmann::json::object();
    /// Others of its group in the index.
    std::vector<ShownMember> members;
    /// Others of its group that match; with --expand.
    std::optional<ShownMembers> expanded;
    /// The first of its group; with --group-limit.
    std::optional<ShownMembers> group;
};

/// A facet under the name it was asked for by.
struct ShownFacet {
    std::string name;
    ValueType type = ValueType::STRING;
    FacetCounts counts;
};

/// A page of `descry search`.
struct ShownPage {
    std::string query;
    Xapian::doccount start = 0;
    Xapian::doccount rows = 0;
    Xapian::doccount matches = 0;
    Xapian::doccount groups = 0;
    bool is_collapsed = false;
    /// What text shows under a result: members that match, rather than all.
    bool shows_expanded = false;
    std::vector<ShownResult> results;
    std::vector<ShownFacet> facets;
};

void print_page(const ShownPage& page, OutputFormat format);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_SEARCH_PAGE_H
