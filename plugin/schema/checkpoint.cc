#include "schema/checkpoint.h"

#include <descry/schema/stored_format.h>

#include "base/json_record.h"

namespace descry {

using nlohmann::json;

std::optional<Checkpoint> read_checkpoint(const Xapian::Database& db) {
    return read_json_record(db, metadata_key::UNFINISHED, [](const json& object) {
        return Checkpoint{object.at("state").get<std::string>(),
                          object.at("next").get<Xapian::docid>()};
    });
}

void write_checkpoint(Xapian::WritableDatabase& db, const std::optional<Checkpoint>& checkpoint) {
    db.set_metadata(metadata_key::UNFINISHED,
                    checkpoint
                        ? json{{"state", checkpoint->state}, {"next", checkpoint->next}}.dump()
                        : std::string());
}

}  // namespace descry
