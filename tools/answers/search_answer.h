/** @file search_answer.h
 *  @brief A search with collapsed results, for the command and the service.
 */
#ifndef DESCRY_TOOLS_ANSWERS_SEARCH_ANSWER_H
#define DESCRY_TOOLS_ANSWERS_SEARCH_ANSWER_H

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <xapian.h>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/collapse/doc_values.h>
#include <descry/collapse/search_parameters.h>
#include <descry/reading/open_index.h>

namespace descry {

/// Parameters of a search, named after the options of `descry search`.
struct SearchParameters {
    std::string query;
    std::string collapse = "group";
    std::string head;
    std::string null_policy = "expand";
    std::string sort;
    std::vector<std::string> filters;
    Xapian::doccount rows = 10;
    Xapian::doccount start = 0;
    Xapian::doccount expand = 0;
    std::string expand_sort;
    std::string expand_query;
    std::vector<std::string> expand_filters;
    Xapian::doccount group_limit = 0;
    std::vector<std::string> facets;
    std::string facet_over = "heads";
    enum class Shows { IDS, SUMMARIES, FIELDS };
    Shows shows = Shows::FIELDS;

    bool needs_values() const { return expand > 0 || group_limit > 0; }
    bool narrows_expansion() const {
        return !expand_sort.empty() || !expand_query.empty() || !expand_filters.empty();
    }
};

struct ShownMember {
    Xapian::docid did = 0;
    std::string id;
    double weight = 0;
};

/// Members of a result's group, and their total number.
struct ShownMembers {
    Xapian::doccount matches = 0;
    std::vector<ShownMember> documents;
};

struct ShownResult {
    CollapsedItem item;
    std::string id;
    std::string summary;
    /// Stored data except the text, for JSON.
    nlohmann::json fields = nlohmann::json::object();
    /// Other members of its group in the index.
    std::vector<ShownMember> members;
    /// Other matching members of its group; with --expand.
    std::optional<ShownMembers> expanded;
    /// The first of its group; with --group-limit.
    std::optional<ShownMembers> group;
};

struct ShownFacet {
    std::string name;
    ValueType type = ValueType::STRING;
    FacetCounts counts;
};

struct ShownPage {
    std::string query;
    Xapian::doccount start = 0;
    Xapian::doccount rows = 0;
    Xapian::doccount matches = 0;
    Xapian::doccount groups = 0;
    bool is_collapsed = false;
    /// No document has a value to collapse by.
    bool lacks_keys = false;
    /// Notes on the query for the user.
    std::vector<std::string> notes;
    /// Text output shows matching members under a result, rather than all.
    bool shows_expanded = false;
    std::vector<ShownResult> results;
    std::vector<ShownFacet> facets;
};

/// Searches. @param values of the same state of the index, for many searches; null: made if needed.
/// @exception as CollapsingEnquire::get_mset(), parse_query() and resolve_slot()
ShownPage search(const SearchParameters& parameters, const OpenIndex& index,
                 std::shared_ptr<DocValues> values = nullptr);

nlohmann::ordered_json json_of(const ShownPage& page);

/// A slot's value by its type: a number, an instant, or its bytes.
nlohmann::ordered_json json_of(const std::string& value, ValueType type);

}  // namespace descry

#endif  // DESCRY_TOOLS_ANSWERS_SEARCH_ANSWER_H
