/** @file group_values.h
 *  @brief Group values of documents in an index being written.
 */
#ifndef DESCRY_PLUGIN_ONLINE_GROUP_VALUES_H
#define DESCRY_PLUGIN_ONLINE_GROUP_VALUES_H

#include <cstdint>
#include <optional>
#include <string>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/schema/stored_format.h>

#include "engine/collection/document_keys.h"

namespace descry {

/// Reads and writes the values of single documents, without buffering.
class GroupValues {
  public:
    GroupValues(Xapian::WritableDatabase& db, const Schema& schema, const Model& model)
        : db_(db), schema_(schema), model_(model) {}

    /// The keys of a document; nullopt if it has none or does not exist.
    std::optional<DocumentKeys> keys_of(Xapian::docid did) const;

    /// The `group` value of a document; empty if it has none or does not exist.
    std::string group_value(Xapian::docid did) const;

    /// An empty @a key removes the value.
    void set_group_value(Xapian::docid did, const std::string& key);

    /// An unused key for the group of a head with this content hash.
    std::optional<std::string> free_key(std::uint64_t content_hash) const;

  private:
    Xapian::WritableDatabase& db_;
    Schema schema_;
    const Model& model_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_ONLINE_GROUP_VALUES_H
