/** @file slot_reader.h
 *  @brief The values of one slot for given documents: as numbers of groups, and as ranks.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_VALUES_SLOT_READER_H
#define DESCRY_PLUGIN_COLLAPSE_VALUES_SLOT_READER_H

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/collapse/doc_values.h>

#include "plugin/collapse/values/doc_value_column.h"

namespace descry {

/// Where values are read from. @a columns may be null: then from the database, by one walk.
struct ValueSource {
    const Xapian::Database& db;
    DocValues* columns = nullptr;

    /// The column of a slot that is collapsed on; null where there is none.
    std::shared_ptr<const GroupColumn> groups(Xapian::valueno slot) const {
        return columns ? columns->groups(db, slot) : nullptr;
    }
    /// The lengths of documents; null where there is no column.
    std::shared_ptr<const LengthColumn> lengths() const {
        return columns ? columns->lengths(db) : nullptr;
    }
};

/// Equal numbers for documents with equal values; 0 for those without one.
struct GroupNumbers {
    /// An entry for each document.
    std::vector<std::uint32_t> of;
    /// Every number is at most this.
    std::uint32_t last = 0;
};

/// @param dids ascending
GroupNumbers group_numbers(const ValueSource& source, Xapian::valueno slot,
                           std::span<const Xapian::docid> dids);

/// Documents by the order of their values' bytes.
struct ValueOrdinals {
    /// An entry for each document: 1 + index into values; 0 for those without one.
    std::vector<std::uint32_t> of;
    /// Those of these documents, and maybe more.
    std::shared_ptr<const DistinctValues> distinct;
};

/// @param dids ascending
ValueOrdinals value_ordinals(const ValueSource& source, Xapian::valueno slot,
                             std::span<const Xapian::docid> dids);

/// The value of one document.
std::string value_of(const Xapian::Database& db, Xapian::docid did, Xapian::valueno slot);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_VALUES_SLOT_READER_H
