/** @file model_store.h
 *  @brief Where an index keeps its model.
 *
 *  The current model is what the values in the index were, or are being, made with. A new model is
 *  first written as the next one: searches, keys and new documents stay with the current one until
 *  re-signing starts, which is when the next becomes current.
 */
#ifndef DESCRY_SCHEMA_MODEL_STORE_H
#define DESCRY_SCHEMA_MODEL_STORE_H

#include <optional>
#include <string>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// A model and when it was made (ISO 8601, UTC, to the second). The time is kept beside the bytes,
/// not in them.
struct StoredModel {
    Model model;
    std::string created;
};

/// The model of the values in @a db (of its first shard when there are several); nullopt when none
/// was made. @exception Xapian::DatabaseVersionError the record is of another format, or no model
std::optional<StoredModel> read_model(const Xapian::Database& db);

/// The model that the next re-signing will use; nullopt when none waits. Throws as read_model().
std::optional<StoredModel> read_next_model(const Xapian::Database& db);

/// Stores @a model as the next one, made now; takes effect with the next commit.
void write_next_model(Xapian::WritableDatabase& db, const Model& model);

/// Makes the next model the current one; nothing happens when none waits. From the next commit on
/// every document's state differs from the model's, so all are re-signed by the next annotation.
void promote_next_model(Xapian::WritableDatabase& db);

/// Refuses a model that was made for other terms than the index holds, or with an order of groups
/// that there is not.
/// @exception Xapian::InvalidArgumentError names both analyzer recipes, both term prefixes, or the
///            order
void check_model_fits(const Model& model, const Schema& schema);

}  // namespace descry

#endif  // DESCRY_SCHEMA_MODEL_STORE_H
