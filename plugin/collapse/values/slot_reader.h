/** @file slot_reader.h
 *  @brief The values of one slot for given documents, as group numbers or as ranks.
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

/// Where to read values. If @a columns is null, they are read from the database in one walk.
struct ValueSource {
    const Xapian::Database& db;
    DocValues* columns = nullptr;

    /// The column of a slot that is collapsed on; null if there is none.
    std::shared_ptr<const GroupColumn> groups(Xapian::valueno slot) const {
        return columns ? columns->groups(db, slot) : nullptr;
    }
    std::shared_ptr<const LengthColumn> lengths() const {
        return columns ? columns->lengths(db) : nullptr;
    }
};

/// Equal numbers for documents with equal values; 0 without a value.
struct GroupNumbers {
    std::vector<std::uint32_t> of;
    std::uint32_t last = 0;
};

/// @param dids ascending
GroupNumbers group_numbers(const ValueSource& source, Xapian::valueno slot,
                           std::span<const Xapian::docid> dids);

struct ValueOrdinals {
    /// One per document: 1 + index into values; 0 without a value.
    std::vector<std::uint32_t> of;
    /// The values of these documents, and possibly others.
    std::shared_ptr<const DistinctValues> distinct;
};

/// @param dids ascending
ValueOrdinals value_ordinals(const ValueSource& source, Xapian::valueno slot,
                             std::span<const Xapian::docid> dids);

std::string value_of(const Xapian::Database& db, Xapian::docid did, Xapian::valueno slot);

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_VALUES_SLOT_READER_H
