#include "unfinished.h"

#include <nlohmann/json.hpp>

#include <descry/stored_format.h>

#include "json_reason.h"

namespace descry {

using nlohmann::json;

std::optional<Unfinished> read_unfinished(const Xapian::Database& db) {
    const std::string text = db.get_metadata(metadata_key::UNFINISHED);
    if (text.empty()) return std::nullopt;
    try {
        const json object = json::parse(text);
        return Unfinished{object.at("state").get<std::string>(),
                          object.at("next").get<Xapian::docid>()};
    } catch (const json::exception& error) {
        throw Xapian::DatabaseCorruptError(
            std::string("the metadata record descry:unfinished is unreadable: ") +
            json_reason(error));
    }
}

void write_unfinished(Xapian::WritableDatabase& db, const std::optional<Unfinished>& unfinished) {
    db.set_metadata(metadata_key::UNFINISHED,
                    unfinished
                        ? json{{"state", unfinished->state}, {"next", unfinished->next}}.dump()
                        : std::string());
}

}  // namespace descry
