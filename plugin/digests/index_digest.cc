#include <descry/digests/collection_digest.h>
#include <descry/digests/index_digest.h>
#include <descry/schema/document_id.h>
#include <descry/schema/model_store.h>

#include "reading/index_order.h"

namespace descry {

std::uint64_t digest_index(const IndexCollection& index, const Schema& schema, const Model& model,
                           const ShardNumber& shard, const DigestWriter::Sink& sink) {
    check_model_fits(model, schema);
    const std::string& order = model.parameters().group_order;
    IndexOrder keys(index, order);
    const Xapian::Database db = index.open();
    DigestWriter writer({model, order}, sink);
    const std::uint64_t written = digest_collection(
        index.documents(), model,
        [&](DocumentNumber did) {
            DigestedName name;
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
