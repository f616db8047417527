#include "plugin/groups/stored_document.h"

#include <descry/hashing/hash.h>
#include <descry/reading/index_collection.h>

#include "plugin/documents/fields_of.h"

namespace descry {

void StoredDocument::read(Xapian::docid did) {
    terms_.read(db_, did);
    did_ = did;
    bag_ = Bag(terms_.terms());
    is_text_read_ = false;
}

const CanonicalText* StoredDocument::text() {
    if (!is_text_read_) text_ = texts_.read(did_);
    is_text_read_ = true;
    return text_ ? &*text_ : nullptr;
}

WordSource StoredDocument::source() {
    return text() == nullptr ? WordSource::NONE : texts_.source();
}

const DocumentKeys& StoredKeySigner::sign(Xapian::docid did, std::span<const TermCount> terms) {
    std::optional<SequenceKeys> sequence;
    if (const auto text = texts_.read(did)) sequence = sequences_.sign(text->utf8());
    const std::uint64_t apart =
        fields_.empty() ? 0
                        : apart_value_of(fields_of_data(db_.get_document(did).get_data()), fields_);
    return signer_.sign(terms, sequence, apart);
}

std::uint64_t StoredDocument::apart_value() {
    return decode_apart(db_.get_document(did_).get_value(keys_slot_));
}

ContentReader::ContentReader(const Xapian::Database& db, const Schema& schema, const Model& model)
    : db_(db),
      schema_(schema),
      state_(state_of_model(model.id())),
      terms_(TermSpace(schema.term_prefix)),
      signer_(db, schema, model) {}

std::optional<std::uint64_t> ContentReader::hash_of(Xapian::docid did) {
    terms_.read(db_, did);
    if (terms_.terms().empty()) return std::nullopt;
    return signer_.sign(did, terms_.terms()).content_hash;
}

bool ContentReader::are_keys_current(Xapian::docid did) {
    const Xapian::Document document = db_.get_document(did);
    if (document.get_value(schema_.slot(Slot::STATE)) != state_) return false;
    const auto stored = decode_content_hash(document.get_value(schema_.slot(Slot::TERM_BANDS)));
    return stored == hash_of(did);
}

}  // namespace descry
