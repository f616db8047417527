#include "groups/stored_document.h"

#include <descry/reading/index_collection.h>

namespace descry {

void StoredDocument::read(Xapian::docid did) {
    terms_.read(db_, did);
    did_ = did;
    bag_ = Bag(terms_.terms());
    order_.reset();
}

OrderSketch read_order_sketch(const Xapian::Database& db, Xapian::docid did,
                              std::span<const std::string_view> words, std::size_t entries,
                              OrderSketch known) {
    const auto position_of = [&](std::string_view word) { return first_position(db, did, word); };
    return make_order_sketch(words, position_of, entries, std::move(known));
}

const OrderSketch& StoredDocument::order() {
    if (!order_ && !db_.has_positions()) order_.emplace();
    if (!order_) order_ = read_order_sketch(db_, did_, words_of_order_sketch(terms_.terms()));
    return *order_;
}

}  // namespace descry
