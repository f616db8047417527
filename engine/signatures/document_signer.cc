#include <descry/signatures/document_signer.h>

#include "engine/keys/descriptive_vector.h"

namespace descry {

struct DocumentSigner::Vectors {
    explicit Vectors(const Model& model) : signer(model) {}

    DescriptiveSigner signer;
    DescriptiveSignatures last;
};

DocumentSigner::DocumentSigner(std::span<const Slot> methods, const Model* model) : model_(model) {
    for (const Slot slot : methods) {
        const SignatureMethod& method = signature_method(slot);
        if (method.make == nullptr) continue;
        if (method.source == SignatureSource::MODEL && model == nullptr) continue;
        methods_.push_back({&method, method.make({})});
    }
}

DocumentSigner::DocumentSigner(DocumentSigner&&) noexcept = default;
DocumentSigner& DocumentSigner::operator=(DocumentSigner&&) noexcept = default;
DocumentSigner::~DocumentSigner() = default;

const DescriptiveSignatures* DocumentSigner::sign_vector(std::span<const TermCount> terms,
                                                         std::span<const std::uint64_t> hashes) {
    if (model_ == nullptr) return nullptr;
    if (!vectors_) vectors_ = std::make_unique<Vectors>(*model_);
    vectors_->last = vectors_->signer.sign_terms(terms, hashes);
    return &vectors_->last;
}

void DocumentSigner::sign(DocumentToSign document, SlotValues& values) {
    if (document.vector == nullptr) document.vector = sign_vector(document.terms, document.hashes);
    const std::string_view model_id = model_ != nullptr ? model_->id() : std::string_view();
    for (const auto& [method, sign] : methods_) {
        if (method->source == SignatureSource::TEXT && document.text.empty()) continue;
        values[method->slot] = slot_key(*method, sign(document), model_id);
    }
}

}  // namespace descry
