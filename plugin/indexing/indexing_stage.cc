#include <fmt/format.h>

#include <descry/indexing/indexing_stage.h>
#include <descry/schema/model_store.h>

#include "engine/collection/document_keys.h"
#include "plugin/documents/document_limits.h"
#include "plugin/documents/fields_of.h"
#include "plugin/indexing/sequence_signer.h"
#include "plugin/online/group_updater.h"
#include "plugin/schema/schema_checks.h"

namespace descry {

namespace {

// Usually one or none; other programs may have given several documents the same unique term.
std::vector<Xapian::docid> documents_of(const Xapian::Database& db,
                                        const std::string& unique_term) {
    return {db.postlist_begin(unique_term), db.postlist_end(unique_term)};
}

void add_fields(const Xapian::Database& db, Schema& schema, const DocumentFields& fields) {
    check_value_names(fields, schema);
    const DocumentFields before = schema.fields;
    schema.add(fields);
    for (const ValueField& field : fields.values) {
        if (before.value_field(field.name) || db.get_value_freq(field.slot) == 0) continue;
        throw Xapian::InvalidOperationError(
            fmt::format("value slot {} of this index is in use by another program; choose another "
                        "for {}",
                        field.slot, field.name));
    }
}

// Signatures are found by their terms, in queries as well.
void add_signature_field(Schema& schema, const SignatureChainOptions& chain) {
    const ValueField* const value = schema.fields.value_field(chain.signature_field);
    if (value != nullptr && value->type != ValueType::STRING) {
        throw Xapian::InvalidArgumentError(
            fmt::format("field {} is the chain's signatureField, whose value is a string, not a {}",
                        value->name, value_type_name(value->type)));
    }
    if (schema.fields.text_field(chain.signature_field) != nullptr) return;
    DocumentFields fields;
    fields.add(TextField{chain.signature_field, std::string(SIGNATURE_PREFIX)});
    schema.add(fields);
}

}  // namespace

IndexingStage::IndexingStage(Xapian::WritableDatabase& db, const IndexingOptions& options)
    : db_(&db) {
    const std::optional<Schema> stored_schema = read_schema(db);
    if (stored_schema) {
        schema_ = *stored_schema;
    } else {
        schema_ = make_schema(db, options.slot_base);
        check_id_prefix(options.id_prefix, schema_.term_prefix);
        for (const Slot method : options.methods)
            schema_.add(method);
        schema_.id_prefix = options.id_prefix;
        schema_.analyzer = options.analyzer;
        schema_.stemmer = options.stemmer;
    }
    add_fields(db, schema_, options.fields);
    if (options.chain) add_signature_field(schema_, *options.chain);
    if (schema_ != stored_schema) write_schema(db, schema_);
    if (options.chain) write_signature_chain(db, *options.chain);
    if (options.use_chain) start_chain(read_signature_chain(db));
    if (auto stored = read_model(db)) {
        model_ = std::make_shared<const Model>(std::move(stored->model));
    }
    start_signing();
    if (model_) groups_ = std::make_unique<GroupUpdater>(db, schema_, *model_);
}

IndexingStage::IndexingStage(Schema schema, std::shared_ptr<const Model> model,
                             std::optional<SignatureChainOptions> chain)
    : schema_(std::move(schema)), model_(std::move(model)) {
    start_chain(std::move(chain));
    start_signing();
}

IndexingStage::~IndexingStage() = default;
IndexingStage::IndexingStage(IndexingStage&&) noexcept = default;
IndexingStage& IndexingStage::operator=(IndexingStage&&) noexcept = default;

void IndexingStage::start_signing() {
    body_terms_ = BodyTerms(TermSpace(schema_.term_prefix));
    if (model_) check_model_fits(*model_, schema_);
    signer_.emplace(schema_.methods, model_.get());
    if (!schema_.has(Slot::GROUP)) return;
    sequence_signer_ = std::make_unique<SequenceSigner>(schema_, model_.get());
    if (!model_) return;
    key_signer_ = std::make_unique<DocumentKeySigner>(*model_);
}

Xapian::docid IndexingStage::replace_document(const std::string& unique_term,
                                              Xapian::Document document,
                                              std::optional<std::string_view> text,
                                              std::span<const SignatureField> members,
                                              std::optional<std::string_view> words) {
    // Before the term is added to the caller's document.
    check_term(unique_term);
    document.add_boolean_term(unique_term);
    check_terms(document);
    SlotValues values = sign_values(document, text, words);
    const std::string signature = put_signature(document, members);
    if (overwrites() && !signature.empty()) overwrite(signature, documents_of(*db_, unique_term));
    if (!has_groups()) {
        put(values, document);
        return db_->replace_document(unique_term, document);
    }
    values[Slot::STATE] = state_of_model(model_->id());
    // As in Xapian, the first is replaced and others are deleted.
    const std::vector<Xapian::docid> former = documents_of(*db_, unique_term);
    if (former.size() == 1 && is_stored_already(former.front(), values)) {
        put(values, document);
        db_->replace_document(former.front(), document);
        return former.front();
    }
    for (std::size_t i = 0; i < former.size(); ++i) {
        groups_->remove(former[i]);
        if (i > 0) db_->delete_document(former[i]);
    }
    // By docid, which saves Xapian a look-up of the term.
    const auto store = [&] {
        put(values, document);
        if (former.empty()) return db_->add_document(document);
        db_->replace_document(former.front(), document);
        return former.front();
    };
    if (values[Slot::TERM_BANDS].empty()) return store();
    const DocumentKeys keys = *decode_keys(values[Slot::TERM_BANDS], model_->parameters());
    const auto match = groups_->find(keys,
                                     {[&] {
                                          return new_document(keys, body_terms_.terms(),
                                                              sequence_signer_->words(), *model_);
                                      },
                                      [&] { return body_terms_.terms(); }},
                                     former.empty() ? 0 : former.front());
    if (match) values[Slot::GROUP] = match->key;
    const Xapian::docid did = store();
    groups_->added(did, keys, match);
    if (!match) groups_->remember(did, keys, sequence_signer_->words());
    return did;
}

// A document with the same text stays in its group; a head would otherwise lose its group.
bool IndexingStage::is_stored_already(Xapian::docid did, SlotValues& values) const {
    if (values[Slot::EXACT].empty()) return false;
    const Xapian::Document stored = db_->get_document(did);
    for (const Slot slot : {Slot::EXACT, Slot::STATE, Slot::TERM_BANDS}) {
        if (stored.get_value(schema_.slot(slot)) != values[slot]) return false;
    }
    values[Slot::GROUP] = stored.get_value(schema_.slot(Slot::GROUP));
    return true;
}

void IndexingStage::delete_document(const std::string& unique_term) {
    for (const Xapian::docid did : documents_of(*db_, unique_term))
        delete_document(did);
}

void IndexingStage::delete_document(Xapian::docid did) {
    if (has_groups()) groups_->remove(did);
    db_->delete_document(did);
}

void IndexingStage::sign(Xapian::Document& document, std::optional<std::string_view> text,
                         std::span<const SignatureField> members,
                         std::optional<std::string_view> words) {
    put(sign_values(document, text, words), document);
    put_signature(document, members);
}

bool IndexingStage::has_groups() {
    return groups_ && groups_->is_active();
}

void IndexingStage::sign_for_groups(Xapian::Document& document,
                                    std::optional<std::string_view> text,
                                    std::span<const SignatureField> members,
                                    std::optional<std::string_view> words) {
    SlotValues values = sign_values(document, text, words);
    values[Slot::STATE] = state_of_model(model_->id());
    put(values, document);
    put_signature(document, members);
}

void IndexingStage::assign_groups(std::span<const Xapian::docid> documents,
                                  const DatabaseOpener& open, unsigned threads) {
    groups_->assign(documents, {open, schema_, Work{.threads = threads}});
}

SlotValues IndexingStage::sign_values(Xapian::Document& document,
                                      std::optional<std::string_view> text,
                                      std::optional<std::string_view> words) {
    SlotValues values;
    body_terms_.read(document);
    const auto terms = body_terms_.terms();
    signer_->sign({.text = text.value_or(""), .terms = terms}, values);
    if (sequence_signer_ && !terms.empty()) {
        std::vector<std::uint64_t> hashes;
        hash_terms(terms, hashes);
        const auto sequence = sequence_signer_->sign(document, text, words);
        if (sequence) {
            values[Slot::SEQUENCE_KEYS] =
                encode_sequence_keys(*sequence, content_hash_of(terms, hashes));
        }
        if (key_signer_) {
            const std::vector<std::string>& fields = model_->parameters().keep_apart.fields;
            const std::uint64_t apart =
                fields.empty() ? 0 : apart_value_of(fields_of_data(document.get_data()), fields);
            values[Slot::TERM_BANDS] = encode_keys(
                key_signer_->sign(terms, hashes, sequence, apart), model_->parameters());
        }
    }
    // Stale until it is in a group, if groups are wanted.
    const bool is_stale = !model_ || key_signer_;
    values[Slot::STATE] = is_stale ? STATE_WITHOUT_MODEL : state_of_model(model_->id());
    return values;
}

void IndexingStage::put(const SlotValues& values, Xapian::Document& document) const {
    document.add_value(schema_.slot(Slot::STATE), values[Slot::STATE]);
    for (const Slot method : schema_.methods)
        document.add_value(schema_.slot(method), values[method]);
    if (schema_.has(Slot::GROUP)) {
        document.add_value(schema_.slot(Slot::TERM_BANDS), values[Slot::TERM_BANDS]);
        document.add_value(schema_.slot(Slot::SEQUENCE_KEYS), values[Slot::SEQUENCE_KEYS]);
    }
}

}  // namespace descry
