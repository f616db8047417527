/** @file group_values.h
 *  @brief What the documents of an index that is being written say of their groups.
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

/// Reads and writes the values of single documents, at once.
class GroupValues {
  public:
    /// Database and model must outlive it.
    GroupValues(Xapian::WritableDatabase& db, const Schema& schema, const Model& model)
        : db_(db), schema_(schema), model_(model) {}

    /// The keys of a document; nullopt for one that has none, or is gone.
    std::optional<DocumentKeys> keys_of(Xapian::docid did) const;

    /// The `group` value of a document; empty for one that has none, or is gone.
    std::string group_value(Xapian::docid did) const;

    /// Empty: the document has none any more.
    void set_group_value(Xapian::docid did, const std::string& key);

    /// A key for the group of a head of this content hash, which no other group has.
    std::optional<std::string> free_key(std::uint64_t content_hash) const;

  private:
    Xapian::WritableDatabase& db_;
    Schema schema_;
    const Model& model_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_ONLINE_GROUP_VALUES_H
