#include <descry/prepared/prepare_index.h>
#include <descry/prepared/prepared_writer.h>
#include <descry/schema/document_id.h>
#include <descry/schema/model_store.h>

#include "plugin/reading/index_order.h"

namespace descry {

std::uint64_t prepare_index(const IndexCollection& index, const Schema& schema, const Model& model,
                            const ShardNumber& shard, const PreparedWriter::Sink& sink) {
    check_model_fits(model, schema);
    const std::string& order = model.parameters().group_order;
    IndexOrder keys(index, order);
    const Xapian::Database db = index.open();
    PreparedWriter writer({model, order}, sink);
    const std::uint64_t written = prepare_collection(
        index.documents(), model,
        [&](DocumentNumber did) {
            PreparedName name;
            name.number = shard.of_all(did);
            name.id = document_id(db, did, schema.id_prefix);
            if (name.id == "#" + std::to_string(did)) name.id = "#" + std::to_string(name.number);
            name.order = keys.key_of(did, name.id, name.number);
            return name;
        },
        writer);
    writer.finish();
    return written;
}

}  // namespace descry
