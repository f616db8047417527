#include <descry/digests/collection_digest.h>
#include <descry/digests/index_digest.h>
#include <descry/hashing/order_key.h>
#include <descry/schema/document_id.h>
#include <descry/schema/group_order.h>
#include <descry/schema/model_store.h>

namespace descry {

namespace {

// Says where a document stands in the order of grouping: as sort_by_group_order() does.
class IndexOrder {
  public:
    IndexOrder(const IndexCollection& index, std::string_view order)
        : order_(parse_group_order(order)), db_(index.open()) {
        if (order_.rule == GroupOrder::Rule::LONGEST) lengths_ = index.documents().lengths();
    }

    std::string key_of(Xapian::docid did, std::string_view id, Xapian::docid of_all) const {
        OrderKey key;
        switch (order_.rule) {
            case GroupOrder::Rule::FIRST:
                break;
            case GroupOrder::Rule::LONGEST:
                key.add(std::uint64_t{lengths_.at(did)}).reverse();
                break;
            case GroupOrder::Rule::SHORTEST_ID:
                key.add(std::uint64_t{id.size()});
                break;
            case GroupOrder::Rule::LEAST_VALUE:
            case GroupOrder::Rule::GREATEST_VALUE:
                add_value(did, key);
                break;
        }
        return key.add(std::uint64_t{of_all}, sizeof of_all).bytes();
    }

  private:
    // A document without the value comes last under either order.
    void add_value(Xapian::docid did, OrderKey& key) const {
        const std::string value = db_.get_document(did).get_value(order_.slot);
        const bool is_greatest = order_.rule == GroupOrder::Rule::GREATEST_VALUE;
        const bool is_missing = value.empty();
        key.add(std::uint64_t{is_missing != is_greatest}, 1).add(value);
        if (is_greatest) key.reverse();
    }

    GroupOrder order_;
    Xapian::Database db_;
    BodyLengths lengths_;
};

}  // namespace

std::uint64_t digest_index(const IndexCollection& index, const Schema& schema, const Model& model,
                           const ShardNumber& shard, const DigestWriter::Sink& sink) {
    check_model_fits(model, schema);
    const std::string& order = model.parameters().group_order;
    const IndexOrder keys(index, order);
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
