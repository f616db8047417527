#include "groups/stored_document.h"

#include <descry/reading/index_collection.h>

namespace descry {

void StoredDocument::read(Xapian::docid did) {
    terms_.read(db_, did);
    did_ = did;
    bag_ = Bag(terms_.terms());
    is_text_read_ = false;
    order_.reset();
}

const CanonicalText* StoredDocument::text() {
    if (!is_text_read_) text_ = texts_.read(did_);
    is_text_read_ = true;
    return text_ ? &*text_ : nullptr;
}

WordSource StoredDocument::source() {
    return text() == nullptr ? WordSource::NONE : texts_.source();
}

OrderSketch read_order_sketch(const Xapian::Database& db, Xapian::docid did,
                              std::span<const std::string_view> words, std::size_t entries,
                              OrderSketch known) {
    const auto position_of = [&](std::string_view word) { return first_position(db, did, word); };
    return make_order_sketch(words, position_of, entries, std::move(known));
}

DocumentKeys keys_of(const Xapian::Database& db, const Schema& schema, const Model& model,
                     Xapian::docid did, std::span<const TermCount> terms) {
    DocumentKeySigner signer(model);
    std::optional<SequenceKeys> sequence;
    if (signer.takes_sequences()) {
        if (const auto text = TextReader(db, schema).read(did)) {
            sequence = SequenceKeySigner().sign(text->utf8());
        }
    }
    return signer.sign(terms, sequence);
}

ContentReader::ContentReader(const Xapian::Database& db, const Schema& schema, const Model& model)
    : db_(db),
      schema_(schema),
      state_(state_of_model(model.id())),
      terms_(TermSpace(schema.term_prefix)),
      texts_(db, schema),
      signer_(model, false) {}

std::optional<std::uint64_t> ContentReader::hash_of(Xapian::docid did) {
    terms_.read(db_, did);
    if (terms_.terms().empty()) return std::nullopt;
    std::optional<SequenceKeys> sequence;
    if (signer_.takes_sequences()) {
        if (const auto text = texts_.read(did)) sequence = sequences_.sign(text->utf8());
    }
    return signer_.sign(terms_.terms(), sequence).content_hash;
}

bool ContentReader::are_keys_current(Xapian::docid did) {
    const Xapian::Document document = db_.get_document(did);
    if (document.get_value(schema_.slot(Slot::STATE)) != state_) return false;
    const auto stored = decode_content_hash(document.get_value(schema_.slot(Slot::TERM_BANDS)));
    return stored == hash_of(did);
}

const OrderSketch& StoredDocument::order() {
    if (!order_ && !db_.has_positions()) order_.emplace();
    if (!order_) order_ = read_order_sketch(db_, did_, words_of_order_sketch(terms_.terms()));
    return *order_;
}

}  // namespace descry
