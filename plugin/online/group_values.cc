#include "plugin/online/group_values.h"

#include "engine/keys/collapse_key.h"
#include "plugin/groups/group_record.h"
#include "plugin/groups/group_store.h"

namespace descry {

std::optional<DocumentKeys> GroupValues::keys_of(Xapian::docid did) const {
    try {
        const Xapian::Document document = db_.get_document(did, Xapian::DOC_ASSUME_VALID);
        const std::string value = document.get_value(schema_.slot(Slot::TERM_BANDS));
        return decode_keys(value, model_.parameters());
    } catch (const Xapian::DocNotFoundError&) {
        return std::nullopt;
    }
}

std::string GroupValues::group_value(Xapian::docid did) const {
    // A deleted document has no value; checking its existence would look up its length.
    return db_.get_document(did, Xapian::DOC_ASSUME_VALID).get_value(schema_.slot(Slot::GROUP));
}

void GroupValues::set_group_value(Xapian::docid did, const std::string& key) {
    try {
        // Xapian keeps a document's terms only if this handle opened it last.
        Xapian::Document document = db_.get_document(did);
        document.add_value(schema_.slot(Slot::GROUP), key);
        db_.replace_document(did, document);
    } catch (const Xapian::DocNotFoundError&) {
    }
}

std::optional<std::string> GroupValues::free_key(std::uint64_t content_hash) const {
    for (unsigned twin = 0; twin < MAX_TWINS; ++twin) {
        const std::string key = group_key(model_.id(), content_hash, twin);
        const auto group = read_group_summary(db_, key);
        if (!group || group_value(group->head) != key) return key;
    }
    return std::nullopt;
}

}  // namespace descry
