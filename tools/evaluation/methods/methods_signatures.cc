// Methods with one signature a document: of the text as it is, or of its words.
#include <descry/hashing/hash.h>
#include <descry/keys/term_profile.h>
#include <descry/signatures/text_signatures.h>

#include "evaluation/methods/methods.h"

namespace descry {

namespace {

template <typename Sign>
MethodResult run_digest(const EvaluationInput& input, const char* phase, const Sign& sign) {
    std::vector<DocumentKey> keys;
    for_each_text(input, phase, [&](Xapian::docid document, const std::string& text) {
        const Md5Digest digest = sign(text);
        if (digest != NOTHING_SIGNED) keys.push_back({hash64(as_bytes(digest)), document});
    });
    return keyed_result(std::move(keys), SLOT_KEY_BYTES);
}

}  // namespace

MethodResult run_exact(const EvaluationInput& input) {
    return run_digest(input, "exact",
                      [](const std::string& text) { return exact_signature(text); });
}

MethodResult run_text_profile(const EvaluationInput& input) {
    TextProfileSigner signer;
    return run_digest(input, "text-profile",
                      [&](const std::string& text) { return signer.sign(text); });
}

MethodResult run_term_profile(const EvaluationInput& input) {
    std::vector<DocumentKey> keys;
    for_each_term_list(input, "term-profile", [&](Xapian::docid document, auto terms) {
        const auto digest = term_profile_signature(terms);
        if (digest) keys.push_back({hash64(as_bytes(*digest)), document});
    });
    return keyed_result(std::move(keys), SLOT_KEY_BYTES);
}

}  // namespace descry
