#include "plugin/candidates/stored_keys.h"

#include "plugin/base/docids_end.h"

namespace descry {

CollectionKeys read_stored_keys(const Xapian::Database& db, Xapian::valueno slot,
                                const Model& model, const Work& work) {
    CollectionKeys result(work);
    result.content_hashes.resize(docids_end(db), 0);
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
        const auto keys = decode_keys(*value, model.parameters());
        if (!keys) continue;
        result.add(checked_docid(value.get_docid(), result.content_hashes.size()), *keys);
    }
    return result;
}

}  // namespace descry
