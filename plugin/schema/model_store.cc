#include <chrono>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <descry/schema/model_store.h>

#include "plugin/schema/group_order.h"

namespace descry {

namespace {

std::optional<StoredModel> read_record(const Xapian::Database& db, const char* key,
                                       const char* info_key) {
    const std::string bytes = db.get_metadata(key);
    if (bytes.empty()) return std::nullopt;
    try {
        return StoredModel{Model::parse(bytes), db.get_metadata(info_key)};
    } catch (const ModelFormatError& error) {
        throw Xapian::DatabaseVersionError(fmt::format(
            "the metadata record {} cannot be used: {}; run descry rebuild", key, error.what()));
    }
}

std::string current_time() {
    const auto now =
        std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

void check_equal(const std::string& of_model, const std::string& of_index, const char* what) {
    if (of_model == of_index) return;
    throw Xapian::InvalidArgumentError(
        fmt::format("the model was made for another {}: \"{}\"; the index has \"{}\"", what,
                    of_model, of_index));
}

}  // namespace

std::optional<StoredModel> read_model(const Xapian::Database& db) {
    return read_record(db, metadata_key::MODEL, metadata_key::MODEL_INFO);
}

std::optional<StoredModel> read_next_model(const Xapian::Database& db) {
    return read_record(db, metadata_key::NEXT_MODEL, metadata_key::NEXT_MODEL_INFO);
}

void write_next_model(Xapian::WritableDatabase& db, const Model& model) {
    db.set_metadata(metadata_key::NEXT_MODEL, model.serialise());
    db.set_metadata(metadata_key::NEXT_MODEL_INFO, current_time());
}

void promote_next_model(Xapian::WritableDatabase& db) {
    const std::string bytes = db.get_metadata(metadata_key::NEXT_MODEL);
    if (bytes.empty()) return;
    db.set_metadata(metadata_key::MODEL, bytes);
    db.set_metadata(metadata_key::MODEL_INFO, db.get_metadata(metadata_key::NEXT_MODEL_INFO));
    db.set_metadata(metadata_key::NEXT_MODEL, "");
    db.set_metadata(metadata_key::NEXT_MODEL_INFO, "");
}

void check_model_fits(const Model& model, const Schema& schema) {
    check_equal(model.parameters().analyzer, schema.analyzer, "analyzer");
    check_equal(model.parameters().term_prefix, schema.term_prefix, "prefix of body terms");
    check_group_order(model.parameters().group_order);
}

}  // namespace descry
