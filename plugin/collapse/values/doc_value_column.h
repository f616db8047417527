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

/// False where arrays by docid would be a waste: the docids of @a db lie far apart.
bool columns_are_possible(const Xapian::Database& db);

/// Which documents share a key.
class GroupColumn {
  public:
    /// @param db with columns_are_possible()
    GroupColumn(const Xapian::Database& db, Xapian::valueno slot);

    /// From 1 to last(), equal for equal keys; 0 for a document without one.
    std::uint32_t number_of(Xapian::docid did) const { return at_docid(numbers_, did); }
    std::uint32_t last() const { return static_cast<std::uint32_t>(keys_.size()); }
    /// Empty for a document without one.
    std::string key_of(Xapian::docid did) const {
        const std::uint32_t number = number_of(did);
        return number == 0 ? std::string() : std::string(keys_[number - 1]);
    }
    /// The documents of a number, which is not 0; ascending. The first call sorts them all.
    std::span<const Xapian::docid> members(std::uint32_t number) const;

    std::size_t memory_bytes() const;

  private:
    std::vector<std::uint32_t> numbers_;
    KeyList keys_;  // by number, less 1
    // By number: members_[begins_[number]] up to begins_[number + 1].
    mutable std::once_flag sorted_;
    mutable std::vector<Xapian::doccount> begins_;
    mutable std::vector<Xapian::docid> members_;
};

/// Whether @a value is what Xapian::sortable_serialise() makes of a number.
bool is_sortable_number(const std::string& value);

/// The distinct values of some documents, ascending.
struct DistinctValues {
    std::vector<std::string> values;
    /// Whether one of them is no number.
    bool no_number = false;

    /// Sorts @a in_any_order; @a ordinals, of 1 + the index in that, become 1 + the index in this.
    DistinctValues(const KeyList& in_any_order, std::span<std::uint32_t> ordinals);
};

/// The order of documents by their values.
class OrdinalColumn {
  public:
    /// @param db with columns_are_possible()
    OrdinalColumn(const Xapian::Database& db, Xapian::valueno slot);

    /// 1 + index into values(); 0 for a document without a value.
    std::uint32_t ordinal_of(Xapian::docid did) const { return at_docid(ordinals_, did); }
    const std::shared_ptr<const DistinctValues>& values() const { return values_; }

    std::size_t memory_bytes() const;

  private:
    std::vector<std::uint32_t> ordinals_;
    std::shared_ptr<const DistinctValues> values_;
};

/// How many terms each document has (Xapian's document length).
class LengthColumn {
  public:
    /// @param db with columns_are_possible()
    explicit LengthColumn(const Xapian::Database& db);

    Xapian::termcount length_of(Xapian::docid did) const { return at_docid(lengths_, did); }

    std::size_t memory_bytes() const { return lengths_.capacity() * sizeof(lengths_[0]); }

  private:
    std::vector<Xapian::termcount> lengths_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_VALUES_DOC_VALUE_COLUMN_H
