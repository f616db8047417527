// Methods with one signature per document: of the text or of its words; with a model, the signature
// of Ilyinsky et al. and its derivatives.
#include <algorithm>

#include <descry/hashing/hash.h>
#include <descry/signatures/text_signatures.h>

#include "engine/keys/term_profile.h"
#include "plugin/reading/posting_signer.h"
#include "tools/lab/methods/methods.h"
#include "tools/lab/methods/trained_model.h"

namespace descry {

namespace {

// From the posting lists of the model's words alone, to measure the cost of just these signatures.
MethodResult run_signature(const EvaluationInput& input, const MethodModel& made,
                           std::optional<std::uint64_t> DescriptiveSignatures::* signature) {
    with_words(made.model);
    const BodyLengths lengths = collection_of(input).lengths();
    PostingSigner signer(input.open(), made.model, lengths);
    std::vector<DocumentKey> keys;
    for (std::size_t first = 0; first < lengths.size(); first += PostingSigner::MAX_RANGE) {
        const auto signatures = signer.sign(static_cast<Xapian::docid>(first),
                                            static_cast<Xapian::doccount>(std::min<std::size_t>(
                                                PostingSigner::MAX_RANGE, lengths.size() - first)));
        for (std::size_t i = 0; i < signatures.size(); ++i) {
            const std::optional<std::uint64_t>& value = signatures[i].*signature;
            if (value) keys.push_back({*value, static_cast<Xapian::docid>(first + i)});
        }
        if (input.work.progress) {
            input.work.progress({"signatures", first + signatures.size(), lengths.size()});
        }
    }
    return keyed_result(std::move(keys), SLOT_KEY_BYTES, made.making);
}

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

MethodResult run_descriptive(const EvaluationInput& input) {
    return run_signature(input, model_of(input), &DescriptiveSignatures::descriptive);
}

MethodResult run_descriptive_modelled(const EvaluationInput& input) {
    return run_signature(input, train_for(input, false), &DescriptiveSignatures::descriptive);
}

MethodResult run_descriptive_stable(const EvaluationInput& input) {
    return run_signature(input, model_of(input), &DescriptiveSignatures::stable);
}

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
