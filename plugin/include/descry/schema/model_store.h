/** @file model_store.h
 *  @brief Stores the models of an index.
 *
 *  The values of an index are made with its current model. A new model is first stored as the
 *  pending one; searches, keys and new documents use the current one until re-signing starts, which
 *  makes the pending model current.
 */
#ifndef DESCRY_SCHEMA_MODEL_STORE_H
#define DESCRY_SCHEMA_MODEL_STORE_H

#include <optional>
#include <string>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// A model and when it was made (ISO 8601, UTC, to the second), which its bytes do not include.
struct StoredModel {
    Model model;
    std::string created;
};

/// The current model of @a db (of its first shard); nullopt if none was made.
/// @exception Xapian::DatabaseVersionError the record has another format or is not a model
std::optional<StoredModel> read_model(const Xapian::Database& db);

/// The pending model; nullopt if there is none. Throws as read_model().
std::optional<StoredModel> read_next_model(const Xapian::Database& db);

/// Stores @a model as the pending one, with the current time; takes effect with the next commit.
void write_next_model(Xapian::WritableDatabase& db, const Model& model);

/// Makes the pending model current; does nothing if there is none. From the next commit on every
/// document is stale, so the next annotation signs all again.
void promote_next_model(Xapian::WritableDatabase& db);

/// @exception Xapian::InvalidArgumentError the model is for other terms than the index holds, or
///            has a group order that the index does not support; names both analyzer recipes,
///            prefixes, or the order
void check_model_fits(const Model& model, const Schema& schema);

}  // namespace descry

#endif  // DESCRY_SCHEMA_MODEL_STORE_H
