#include <algorithm>

#include <descry/indexing/indexing_stage.h>

#include "engine/collection/document_keys.h"
#include "plugin/online/group_updater.h"

namespace descry {

bool IndexingStage::overwrites() const {
    return chain_ && chain_->options().overwrite_dupes;
}

void IndexingStage::start_chain(std::optional<SignatureChainOptions> options) {
    if (!options || !options->enabled) return;
    const TextField* const term = schema_.fields.text_field(options->signature_field);
    signature_prefix_ = term != nullptr ? term->prefix : SIGNATURE_PREFIX;
    if (const ValueField* value = schema_.fields.value_field(options->signature_field)) {
        signature_slot_ = value->slot;
    }
    chain_ = std::make_unique<SignatureChain>(std::move(*options));
}

std::optional<ChainSignature> IndexingStage::chain_signature(
    const Xapian::Document& document, std::span<const SignatureField> members) {
    if (!chain_->options().is_of_terms()) return chain_->sign(members);
    body_terms_.read(document);
    return chain_->sign_terms(body_terms_.terms(), signer_->sign_vector(body_terms_.terms()));
}

// Documents with nothing to sign are not duplicates of each other, except in Solr mode.
std::string IndexingStage::term_of(const ChainSignature& signature) const {
    if (!signature.is_of_something && !chain_->options().solr_strict) return {};
    return signature_prefix_ + signature.hex;
}

std::string IndexingStage::signature_term(const Xapian::Document& document,
                                          std::span<const SignatureField> members) {
    if (!chain_) return {};
    const auto signature = chain_signature(document, members);
    return signature ? term_of(*signature) : std::string();
}

std::string IndexingStage::put_signature(Xapian::Document& document,
                                         std::span<const SignatureField> members) {
    if (!chain_) return {};
    const auto signature = chain_signature(document, members);
    if (signature_slot_) document.add_value(*signature_slot_, signature ? signature->hex : "");
    std::string term = signature ? term_of(*signature) : std::string();
    if (!term.empty()) document.add_boolean_term(term);
    return term;
}

void IndexingStage::overwrite(const std::string& term, std::span<const Xapian::docid> kept) {
    const std::vector<Xapian::docid> same(db_->postlist_begin(term), db_->postlist_end(term));
    for (const Xapian::docid did : same) {
        if (std::find(kept.begin(), kept.end(), did) != kept.end()) continue;
        delete_document(did);
        ++overwritten_;
    }
}

void IndexingStage::overwrite(Xapian::docid first) {
    if (!overwrites()) return;
    // Collected first: the list of terms must not be read while it changes.
    std::vector<std::pair<std::string, Xapian::docid>> shared;
    const auto end = db_->allterms_end(signature_prefix_);
    for (auto term = db_->allterms_begin(signature_prefix_); term != end; ++term) {
        if (term.get_termfreq() < 2) continue;
        const std::string name = *term;
        // Skips terms of a longer prefix.
        if (name[signature_prefix_.size()] >= 'A' && name[signature_prefix_.size()] <= 'Z')
            continue;
        Xapian::docid last = 0;
        for (auto p = db_->postlist_begin(name); p != db_->postlist_end(name); ++p)
            last = *p;
        if (last >= first) shared.emplace_back(name, last);
    }
    for (const auto& [term, last] : shared)
        overwrite(term, std::span(&last, 1));
}

}  // namespace descry
