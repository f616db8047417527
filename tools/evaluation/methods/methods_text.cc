// Methods that read the texts as they are: exact, text-profile.
#include <descry/hashing/hash.h>
#include <descry/signatures/text_signatures.h>

#include "evaluation/methods/keyed_pairs.h"
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
    return {std::make_unique<KeyedPairs>(std::move(keys)), SLOT_KEY_BYTES, nullptr};
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

}  // namespace descry
