#include "groups/stored_document.h"

#include "groups/bag_store.h"

namespace descry {

void StoredDocument::read(Xapian::docid did) {
    terms_.read(db_, did);
    did_ = did;
    bag_ = Bag(terms_.terms());
    order_.reset();
}

const OrderSketch& StoredDocument::order() {
    if (!order_ && !db_.has_positions()) order_.emplace();
    if (!order_) order_ = read_order_sketch(db_, did_, words_of_order_sketch(terms_.terms()));
    return *order_;
}

}  // namespace descry
