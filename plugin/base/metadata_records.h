/** @file metadata_records.h
 *  @brief Families of metadata records, whose names begin alike: reading one, and keeping one as it
 *         should be without writing what is there.
 */
#ifndef DESCRY_PLUGIN_BASE_METADATA_RECORDS_H
#define DESCRY_PLUGIN_BASE_METADATA_RECORDS_H

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <xapian.h>

namespace descry {

/// Calls visit(further) for each record whose name is @a prefix and something further, ascending.
void for_each_record(const Xapian::Database& db, const std::string& prefix,
                     const std::function<void(const std::string& further)>& visit);

/// Writes a record where it differs from what is stored; empty bytes take it away.
void set_record(Xapian::WritableDatabase& db, const std::string& name, const std::string& bytes);

/// Takes away all records whose names begin with @a prefix, but those for whose further name
/// @a is_kept says true.
void remove_records(Xapian::WritableDatabase& db, const std::string& prefix,
                    const std::function<bool(const std::string& further)>& is_kept = {});

/// Writes a family of records anew: what was written before and is not now is taken away.
class RecordFamilyWriter {
  public:
    RecordFamilyWriter(Xapian::WritableDatabase& db, std::string prefix)
        : db_(db), prefix_(std::move(prefix)) {}

    void write(const std::string& further, const std::string& bytes) {
        set_record(db_, prefix_ + further, bytes);
        written_.insert(further);
    }

    /// To be called at the end.
    void remove_others() {
        remove_records(db_, prefix_, [this](const auto& name) { return written_.contains(name); });
    }

  private:
    Xapian::WritableDatabase& db_;
    std::string prefix_;
    std::unordered_set<std::string> written_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_METADATA_RECORDS_H
