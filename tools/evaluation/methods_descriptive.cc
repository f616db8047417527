// Methods with a model: the seed paper's signature and what became of it.
#include <descry/descriptive_vector.h>

#include "evaluation/keyed_pairs.h"
#include "evaluation/methods.h"
#include "evaluation/term_lists.h"
#include "evaluation/trained_model.h"

namespace descry {

namespace {

MethodResult run_signature(const EvaluationInput& input, const Model& model,
                           std::optional<std::uint64_t> DescriptiveSignatures::*signature) {
    DescriptiveSigner signer(with_words(model));
    std::vector<DocumentKey> keys;
    for_each_term_list(input, "signatures",
                       [&](Xapian::docid document, std::span<const TermCount> terms) {
                           const auto value = signer.sign_terms(terms).*signature;
                           if (value) keys.push_back({*value, document});
                       });
    return {std::make_unique<KeyedPairs>(std::move(keys)), SLOT_KEY_BYTES, nullptr};
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

}  // namespace descry
