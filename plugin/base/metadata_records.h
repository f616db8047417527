/** @file metadata_records.h
 *  @brief Keeping a family of metadata records as it should be, without writing what is there.
 */
#ifndef DESCRY_PLUGIN_BASE_METADATA_RECORDS_H
#define DESCRY_PLUGIN_BASE_METADATA_RECORDS_H

#include <functional>
#include <string>
#include <string_view>

#include <xapian.h>

namespace descry {

/// Writes a record where it differs from what is stored; empty bytes take it away.
void set_record(Xapian::WritableDatabase& db, const std::string& name, const std::string& bytes);

/// Takes away all records whose names begin with @a prefix, but those for whose further name
/// @a is_kept says true.
void remove_records(Xapian::WritableDatabase& db, const std::string& prefix,
                    const std::function<bool(std::string_view)>& is_kept);

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_METADATA_RECORDS_H
