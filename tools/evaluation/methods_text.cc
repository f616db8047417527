// Methods that read the texts: exact, text-profile, and word shingles as the paper compares with.
#include <descry/hash.h>
#include <descry/lsh.h>
#include <descry/minhash.h>
#include <descry/shingle_elements.h>
#include <descry/sketch_stream.h>
#include <descry/text_signatures.h>

#include "evaluation/keyed_pairs.h"
#include "evaluation/methods.h"

namespace descry {

namespace {

template <typename Visit>
void for_each_text(const EvaluationInput& input, const char* phase, const Visit& visit) {
    for (Xapian::docid document = 1; document < input.texts.end(); ++document) {
        if (const auto text = input.texts.get(document)) visit(document, *text);
        if (input.progress) input.progress(phase, document, input.texts.end() - 1);
    }
}

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

MethodResult run_shingles_minhash(const EvaluationInput& input) {
    ShingleElementOptions options;
    // As the usual tools have it, and the same words as the index, where descry's analyzer made
    // them.
    options.fold_digits = false;
    if (!input.analyzer.empty()) options.words = AnalyzerRecipe::parse(input.analyzer);
    ShingleElements elements(options);
    const MinHasher hasher;
    SketchStream stream(hasher);
    const LshShape shape;
    std::vector<DocumentKey> keys;
    for_each_text(input, "shingles-minhash", [&](Xapian::docid document, const std::string& text) {
        elements.read(text, [&](std::uint64_t element) { stream.add(element); });
        const auto signature = stream.finish();
        if (!signature) return;
        for (const std::uint64_t key : lsh_keys(*signature, shape))
            keys.push_back({key, document});
    });
    return {std::make_unique<KeyedPairs>(std::move(keys)),
            MINHASH_PERMUTATIONS * sizeof(std::uint32_t), nullptr};
}

}  // namespace descry
