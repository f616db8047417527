/** @file metadata_records.h
 *  @brief Families of metadata records with a common prefix: reading one, and updating one without
 *         rewriting unchanged records.
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

/// Calls visit(suffix) for each record whose name is @a prefix and a suffix, ascending.
void for_each_record(const Xapian::Database& db, const std::string& prefix,
                     const std::function<void(const std::string& further)>& visit);

/// Writes a record if it differs from the stored one; empty bytes remove it.
void set_record(Xapian::WritableDatabase& db, const std::string& name, const std::string& bytes);

/// Removes all records with @a prefix except those whose suffix @a is_kept accepts.
void remove_records(Xapian::WritableDatabase& db, const std::string& prefix,
                    const std::function<bool(const std::string& further)>& is_kept = {});

/// Rewrites a family of records; records not written again are removed.
class RecordFamilyWriter {
  public:
    RecordFamilyWriter(Xapian::WritableDatabase& db, std::string prefix)
        : db_(db), prefix_(std::move(prefix)) {}

    void write(const std::string& further, const std::string& bytes) {
        set_record(db_, prefix_ + further, bytes);
        written_.insert(further);
    }

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
