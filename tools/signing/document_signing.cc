#include "tools/signing/document_signing.h"

#include <stdexcept>

#include <fmt/format.h>
#include <xapian.h>

#include "tools/arguments/model_file.h"
#include "tools/output/text.h"

namespace descry {

namespace {

TextSigningOptions text_options(const DocumentSigningOptions& options) {
    TextSigningOptions text = options.text;
    if (!options.model_file.empty()) text.model = read_model_file(options.model_file);
    if (!options.methods.empty()) {
        text.methods.emplace();
        for (const std::string_view name : split_list(options.methods)) {
            text.methods->emplace_back(name);
            if (!text.model && TextSigner::needs_model(name))
                throw std::invalid_argument(fmt::format("{} needs a model: --model FILE", name));
        }
    } else if (options.chain) {
        text.methods.emplace();
    }
    if (options.chain) {
        if (options.chain->signature_class == SignatureClass::DESCRIPTIVE && !text.model)
            throw std::invalid_argument("signatureClass descriptive needs a model: --model FILE");
        text.counts_terms = options.chain->is_of_terms();
    }
    text.shingles = with_stemmer(text.shingles);
    return text;
}

}  // namespace

ShingleElementOptions with_stemmer(ShingleElementOptions options) {
    if (!options.stemmer.empty()) {
        options.stem = [stem = Xapian::Stem(options.stemmer)](const std::string& word) {
            return stem(word);
        };
    }
    return options;
}

DocumentSigning::DocumentSigning(const DocumentSigningOptions& options)
    : members_(options.names, options.chain), signer_(text_options(options)) {
    if (options.chain) chain_.emplace(*options.chain);
}

NamedSignatures DocumentSigning::sign(const InputDocument& document) {
    NamedSignatures signatures = signer_.sign(document.text);
    if (chain_) signatures.emplace_back("signature", sign_chain(document));
    return signatures;
}

SignatureValue DocumentSigning::sign_chain(const InputDocument& document) {
    if (!chain_->options().enabled) return {};
    if (!chain_->options().is_of_terms()) return chain_->sign(members_.read(document)).hex;
    const auto signature = chain_->sign_terms(signer_.terms(), signer_.vector());
    return signature ? SignatureValue(signature->hex) : SignatureValue();
}

}  // namespace descry
