/** @file search_parameters.h
 *  @brief Parsers of sort orders, head rules and null policies in requests.
 *
 *  Errors are Xapian::InvalidArgumentError; the message names the parameter and the values allowed.
 */
#ifndef DESCRY_COLLAPSE_SEARCH_PARAMETERS_H
#define DESCRY_COLLAPSE_SEARCH_PARAMETERS_H

#include <functional>
#include <string_view>

#include <xapian.h>

#include <descry/collapse/collapse.h>
#include <descry/collapse/sort_order.h>

namespace descry {

struct TypedSlot {
    Xapian::valueno slot = Xapian::BAD_VALUENO;
    ValueType type = ValueType::STRING;
    /// False if the type is a guess because only the slot's number was given.
    bool is_known = false;
};

/// Finds a slot by name; throws Xapian::InvalidArgumentError if there is none.
using SlotResolver = std::function<TypedSlot(std::string_view name)>;

/** Reads "KEY asc|desc, KEY asc|desc, ...".
 *
 *  KEY is `score`, `docid`, or the name of a slot. A slot of unknown type is compared as a string
 *  unless `NAME:number`, `NAME:date` or `NAME:string` names the type.
 *  @param parameter its name, for errors
 */
SortOrder parse_sort(std::string_view parameter, std::string_view text, const SlotResolver& slots);

/// Reads "score", "min:NAME", "max:NAME" or "sort:ORDER". min and max require numbers.
HeadRule parse_head(std::string_view parameter, std::string_view text, const SlotResolver& slots);

/// Reads "ignore", "expand" or "collapse", in lower case.
NullPolicy parse_null_policy(std::string_view parameter, std::string_view text);

/// Reads "heads", "matches" or "groups".
FacetOver parse_facet_over(std::string_view parameter, std::string_view text);

}  // namespace descry

#endif  // DESCRY_COLLAPSE_SEARCH_PARAMETERS_H
