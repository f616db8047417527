#include "schema/checkpoint.h"

#include <nlohmann/json.hpp>

#include <descry/schema/stored_format.h>

#include "base/json_reason.h"

namespace descry {

using nlohmann::json;

std::optional<Checkpoint> read_checkpoint(const Xapian::Database& db) {
    const std::string text = db.get_metadata(metadata_key::UNFINISHED);
    if (text.empty()) return std::nullopt;
    try {
        const json object = json::parse(text);
        return Checkpoint{object.at("state").get<std::string>(),
                          object.at("next").get<Xapian::docid>()};
    } catch (const json::exception& error) {
        throw Xapian::DatabaseCorruptError(
            std::string("the metadata record descry:unfinished is unreadable: ") +
            json_reason(error));
    }
}

void write_checkpoint(Xapian::WritableDatabase& db, const std::optional<Checkpoint>& checkpoint) {
    db.set_metadata(metadata_key::UNFINISHED,
                    checkpoint
                        ? json{{"state", checkpoint->state}, {"next", checkpoint->next}}.dump()
                        : std::string());
}

}  // namespace descry
