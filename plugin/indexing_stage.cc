#include <descry/indexing_stage.h>
#include <descry/model_store.h>

#include "slot_values.h"

namespace descry {

IndexingStage::IndexingStage(Xapian::WritableDatabase& db, const IndexingOptions& options) {
    if (auto schema = read_schema(db)) {
        schema_ = std::move(*schema);
    } else {
        schema_ = make_schema(db, options.slot_base);
        for (const Slot method : options.methods)
            schema_.add(method);
        schema_.id_prefix = options.id_prefix;
        schema_.analyzer = options.analyzer;
        write_schema(db, schema_);
    }
    if (auto stored = read_model(db)) {
        model_ = std::make_shared<const Model>(std::move(stored->model));
    }
    start_signing();
}

IndexingStage::IndexingStage(Schema schema, std::shared_ptr<const Model> model)
    : schema_(std::move(schema)), model_(std::move(model)) {
    start_signing();
}

void IndexingStage::start_signing() {
    body_terms_ = BodyTerms(TermSpace(schema_.term_prefix));
    if (!model_) return;
    check_model_fits(*model_, schema_);
    signer_.emplace(*model_);
}

void IndexingStage::sign(Xapian::Document& document, std::optional<std::string_view> text) {
    SlotValues values;
    values[Slot::STATE] = STATE_WITHOUT_MODEL;
    body_terms_.read(document);
    if (signer_) {
        values.set_descriptive(model_->id(), signer_->sign_terms(body_terms_.terms()));
    }
    if (schema_.has(Slot::TERM_PROFILE)) {
        values[Slot::TERM_PROFILE] = term_profile_key(body_terms_.terms());
    }
    if (text && !text->empty()) {
        if (schema_.has(Slot::EXACT)) {
            values[Slot::EXACT] = content_slot_key(exact_signature(*text));
        }
        if (schema_.has(Slot::TEXT_PROFILE)) {
            const Md5Digest digest = text_profile_.sign(*text);
            if (digest != NOTHING_SIGNED) {
                values[Slot::TEXT_PROFILE] = content_slot_key(digest);
            }
        }
    }
    document.add_value(schema_.slot(Slot::STATE), values[Slot::STATE]);
    for (const Slot method : schema_.methods) {
        document.add_value(schema_.slot(method), values[method]);
    }
}

}  // namespace descry
