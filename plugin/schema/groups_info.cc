#include "plugin/schema/groups_info.h"

#include <descry/schema/stored_format.h>

#include "plugin/base/json_record.h"

namespace descry {

using nlohmann::json;

std::optional<GroupsInfo> read_groups_info(const Xapian::Database& db) {
    return read_json_record(db, metadata_key::GROUPS, [](const json& object) {
        GroupsInfo info;
        object.at("state").get_to(info.state);
        object.at("complete").get_to(info.complete);
        object.at("limited").get_to(info.limited);
        object.at("band_bits").get_to(info.band_bits);
        object.at("listed_to").get_to(info.listed_to);
        info.is_shard = object.value("shard", false);
        if (info.band_bits > MAX_BAND_TABLE_BITS) {
            throw Xapian::DatabaseCorruptError("the metadata record descry:groups is damaged");
        }
        return info;
    });
}

void write_groups_info(Xapian::WritableDatabase& db, const GroupsInfo& info) {
    json object = {{"state", info.state},
                   {"complete", info.complete},
                   {"limited", info.limited},
                   {"band_bits", info.band_bits},
                   {"listed_to", info.listed_to}};
    if (info.is_shard) object["shard"] = true;
    db.set_metadata(metadata_key::GROUPS, object.dump());
}

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
