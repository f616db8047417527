#include <descry/signatures/signature_method.h>
#include <descry/signatures/text_signatures.h>

#include "analyzers/java_text.h"
#include "analyzers/utf8.h"
#include "engine/solr/lookup3.h"

namespace descry {

Md5Digest exact_signature(std::string_view text) {
    return md5(text);
}

std::uint64_t lookup3_signature(std::string_view text, std::uint64_t seed) {
    Lookup3Hash hash(seed);
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x80) {
            hash.add(byte);
            ++i;
        } else {
            hash.add(next_code_point(text, i).value_or(byte));
        }
    }
    return hash.value();
}

TextProfileSigner::TextProfileSigner(TextProfileParameters parameters)
    : tokens_(std::make_unique<JavaTokenizer>()), counts_(parameters) {}
TextProfileSigner::TextProfileSigner(TextProfileSigner&&) noexcept = default;
TextProfileSigner::~TextProfileSigner() = default;

const std::string& TextProfileSigner::profile(std::string_view text) {
    counts_.clear();
    tokens_->start(text);
    for (JavaToken token; tokens_->next(token);) {
        counts_.add_token(
            {.text = token.text, .utf16_length = token.utf16_length, .java_hash = token.hash});
    }
    return counts_.profile();
}

Md5Digest TextProfileSigner::sign(std::string_view text) {
    return md5(profile(text));
}

SignatureFunction exact_method(const TextProfileParameters&) {
    return [](const DocumentToSign& document) {
        return std::string(as_bytes(exact_signature(document.text)));
    };
}

SignatureFunction text_profile_method(const TextProfileParameters& parameters) {
    return
        [signer = std::make_shared<TextProfileSigner>(parameters)](const DocumentToSign& document) {
            return std::string(as_bytes(signer->sign(document.text)));
        };
}

}  // namespace descry
