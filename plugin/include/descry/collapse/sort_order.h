/** @file sort_order.h
 *  @brief Orders of results and rules for choosing heads: by score, docid or value.
 *
 *  The equivalent of Solr's sort; parse_sort() (search_parameters.h) reads one from a request.
 */
#ifndef DESCRY_COLLAPSE_SORT_ORDER_H
#define DESCRY_COLLAPSE_SORT_ORDER_H

#include <vector>

#include <xapian.h>

namespace descry {

/// All types sort by the bytes of the value; they differ in the position of missing values.
enum class ValueType {
    /// Any bytes.
    STRING,
    /// Xapian::sortable_serialise() of the number.
    NUMBER,
    /// Xapian::sortable_serialise() of the seconds since 1970 in UTC.
    DATE,
};

struct SortKey {
    enum class By { SCORE, DOCID, VALUE };

    /// Position of documents without a value.
    enum class Missing {
        /// As in Solr's default schema: a missing number or date counts as 0 (1970); documents
        /// without a string come last in either direction (sortMissingLast).
        LAST_OR_ZERO,
        /// As in Solr without sortMissingFirst and sortMissingLast: missing strings sort lowest.
        AS_LOWEST_OR_ZERO,
        /// First in either direction (Solr: sortMissingFirst).
        FIRST,
        /// Last in either direction (Solr: sortMissingLast).
        LAST,
    };

    By by = By::SCORE;
    bool ascending = false;
    /// The following fields are for VALUE only.
    Xapian::valueno slot = Xapian::BAD_VALUENO;
    ValueType type = ValueType::STRING;
    Missing missing = Missing::LAST_OR_ZERO;

    /// By weight, the greatest first unless @a ascending.
    static SortKey score(bool ascending = false);
    static SortKey docid(bool ascending = true);
    /// Numbers and dates must be stored by sortable_serialise(); a search rejects others.
    static SortKey value(Xapian::valueno slot, ValueType type, bool ascending = true,
                         Missing missing = Missing::LAST_OR_ZERO);

    friend bool operator==(const SortKey&, const SortKey&) = default;
};

/// The first criterion that distinguishes two documents decides; then docids. Empty: by score.
using SortOrder = std::vector<SortKey>;

bool needs_score(const SortOrder& order);

/// True for the order of Xapian's own ranking: the greatest weight first.
bool is_ranking(const SortOrder& order);

}  // namespace descry

#endif  // DESCRY_COLLAPSE_SORT_ORDER_H
