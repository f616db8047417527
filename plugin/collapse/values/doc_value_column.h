/** @file doc_value_column.h
 *  @brief The values of one slot as arrays by docid.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_VALUES_DOC_VALUE_COLUMN_H
#define DESCRY_PLUGIN_COLLAPSE_VALUES_DOC_VALUE_COLUMN_H

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <xapian.h>

#include "plugin/base/docids_end.h"
#include "plugin/base/key_interner.h"

namespace descry {

/// False if the docids of @a db are too sparse for arrays by docid.
bool columns_are_possible(const Xapian::Database& db);

class GroupColumn {
  public:
    /// @param db with columns_are_possible()
    GroupColumn(const Xapian::Database& db, Xapian::valueno slot);

    /// From 1 to last(), equal for equal keys; 0 for a document without one.
    std::uint32_t number_of(Xapian::docid did) const { return at_docid(numbers_, did); }
    std::uint32_t last() const { return static_cast<std::uint32_t>(keys_.size()); }
    std::string key_of(Xapian::docid did) const {
        const std::uint32_t number = number_of(did);
        return number == 0 ? std::string() : std::string(keys_[number - 1]);
    }
    /// The documents of a number (not 0), ascending. The first call sorts all of them.
    std::span<const Xapian::docid> members(std::uint32_t number) const;

  private:
    std::vector<std::uint32_t> numbers_;
    KeyList keys_;  // key n at n - 1
    // Documents of number n: members_[begins_[n]] up to begins_[n + 1].
    mutable std::once_flag sorted_;
    mutable std::vector<Xapian::doccount> begins_;
    mutable std::vector<Xapian::docid> members_;
};

/// Whether @a value is a number by Xapian::sortable_serialise().
bool is_sortable_number(const std::string& value);

struct DistinctValues {
    std::vector<std::string> values;
    /// Whether one of them is not a number.
    bool no_number = false;

    /// Sorts @a in_any_order; converts @a ordinals from 1 + old index to 1 + new index.
    DistinctValues(const KeyList& in_any_order, std::span<std::uint32_t> ordinals);
};

class OrdinalColumn {
  public:
    /// @param db with columns_are_possible()
    OrdinalColumn(const Xapian::Database& db, Xapian::valueno slot);

    /// 1 + index into values(); 0 for a document without a value.
    std::uint32_t ordinal_of(Xapian::docid did) const { return at_docid(ordinals_, did); }
    const std::shared_ptr<const DistinctValues>& values() const { return values_; }

  private:
    std::vector<std::uint32_t> ordinals_;
    std::shared_ptr<const DistinctValues> values_;
};

/// The length of each document in terms (Xapian's document length).
class LengthColumn {
  public:
    /// @param db with columns_are_possible()
    explicit LengthColumn(const Xapian::Database& db);

    Xapian::termcount length_of(Xapian::docid did) const { return at_docid(lengths_, did); }

  private:
    std::vector<Xapian::termcount> lengths_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_VALUES_DOC_VALUE_COLUMN_H
