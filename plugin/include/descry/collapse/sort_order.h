/** @file sort_order.h
 *  @brief By what results are ordered, and heads of groups chosen: scores, docids, values.
 *
 *  Solr's sort, as an object: requests are read by parse_sort() (search_parameters.h).
 */
#ifndef DESCRY_COLLAPSE_SORT_ORDER_H
#define DESCRY_COLLAPSE_SORT_ORDER_H

#include <vector>

#include <xapian.h>

namespace descry {

/// Values of all types sort by their bytes; what differs is where a missing one stands.
enum class ValueType {
    /// Any bytes.
    STRING,
    /// Xapian::sortable_serialise() of the number.
    NUMBER,
    /// Xapian::sortable_serialise() of the seconds since 1970 in UTC.
    DATE,
};

/// One criterion of an order.
struct SortKey {
    enum class By { SCORE, DOCID, VALUE };

    /// Where documents without a value stand.
    enum class Missing {
        /// As in Solr's default schema: a number or a date counts as 0 (1970); documents without a
        /// string stand after all others, whatever the direction (its sortMissingLast).
        LAST_OR_ZERO,
        /// As in Solr without sortMissingFirst and sortMissingLast: the same of numbers; a string
        /// counts as lower than every string.
        AS_LOWEST_OR_ZERO,
        /// Before all others, whatever the direction (Solr: sortMissingFirst).
        FIRST,
        /// After all others, whatever the direction (Solr: sortMissingLast).
        LAST,
    };

    By by = By::SCORE;
    bool ascending = false;
    /// The rest is for VALUE only.
    Xapian::valueno slot = Xapian::BAD_VALUENO;
    ValueType type = ValueType::STRING;
    Missing missing = Missing::LAST_OR_ZERO;

    /// By weight, the greatest first unless @a ascending.
    static SortKey score(bool ascending = false);
    /// In the order of the index.
    static SortKey docid(bool ascending = true);
    /// By the value of a slot. Numbers and dates have to be stored by sortable_serialise(); the
    /// search refuses others.
    static SortKey value(Xapian::valueno slot, ValueType type, bool ascending = true,
                         Missing missing = Missing::LAST_OR_ZERO);

    friend bool operator==(const SortKey&, const SortKey&) = default;
};

/// The first criterion that tells two documents apart decides; else the lower docid comes first.
/// Empty: by score.
using SortOrder = std::vector<SortKey>;

/// True when an order asks for weights.
bool needs_score(const SortOrder& order);

/// True for the order of Xapian's own ranking: the greatest weight first.
bool is_ranking(const SortOrder& order);

}  // namespace descry

#endif  // DESCRY_COLLAPSE_SORT_ORDER_H
