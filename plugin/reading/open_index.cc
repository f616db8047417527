#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <descry/reading/open_index.h>
#include <descry/schema/document_id.h>

namespace descry {

namespace {

void add_fields_of_shard(const Schema& shard, const std::string& path, Schema& schema) {
    try {
        schema.add(shard.fields);
    } catch (const Xapian::InvalidArgumentError& error) {
        throw Xapian::InvalidArgumentError(
            fmt::format("the fields of {} differ from those of the databases before it, so they "
                        "cannot be searched as one: {}",
                        path, error.get_msg()));
    }
}

// A foreign value in a slot that another shard uses for descry's would be compared with them.
void check_slots_of_shard(const DatabaseSnapshot& databases, std::size_t shard, const Schema& own,
                          const Schema& all) {
    const std::vector<Xapian::valueno> known = own.slots_in_use();
    for (const Xapian::valueno slot : all.slots_in_use()) {
        if (std::ranges::find(known, slot) != known.end()) continue;
        if (databases.shards()[shard].get_value_freq(slot) == 0) continue;
        throw Xapian::InvalidArgumentError(fmt::format(
            "{} has values of another program in slot {}, where others of the databases have "
            "descry's, so they cannot be searched as one (descry annotate --slot-base)",
            databases.names()[shard], slot));
    }
}

}  // namespace

std::string OpenIndex::id_of(Xapian::docid did, const std::string& stored) const {
    return document_id(db, did, schema.id_prefix, stored);
}

std::pair<std::string, StoredData> OpenIndex::id_and_data_of(Xapian::docid did,
                                                             const std::string& data) const {
    StoredData stored = read_stored_data(data);
    const auto member = stored.fields.find("id");
    const nlohmann::json named =
        member == stored.fields.end() ? nullptr : nlohmann::json::parse(member->second);
    std::string id = id_of(did, named.is_string() ? named.get<std::string>() : std::string());
    if (named == id) stored.fields.erase(member);
    return {std::move(id), std::move(stored)};
}

OpenIndex open_index(const DatabaseSnapshot& databases) {
    OpenIndex index;
    std::vector<Schema> schemas;
    for (std::size_t i = 0; i < databases.shards().size(); ++i) {
        const std::string& path = databases.names()[i];
        const auto schema = read_schema(databases.shards()[i]);
        schemas.push_back(schema.value_or(Schema()));
        if (!schema) continue;
        if (index.annotated && (schema->slot_base != index.schema.slot_base ||
                                schema->id_prefix != index.schema.id_prefix)) {
            throw Xapian::InvalidArgumentError(
                path +
                " keeps its values in other slots than the databases before it (see "
                "descry info), so they cannot be searched as one");
        }
        if (!index.annotated) {
            index.schema = *schema;
        } else {
            add_fields_of_shard(*schema, path, index.schema);
            for (const Slot method : schema->methods)
                index.schema.add(method);
        }
        index.annotated = true;
    }
    for (std::size_t i = 0; i < schemas.size(); ++i)
        check_slots_of_shard(databases, i, schemas[i], index.schema);
    index.open = databases.opener();
    index.shards = databases.shards();
    index.db = databases.database();
    return index;
}

}  // namespace descry
