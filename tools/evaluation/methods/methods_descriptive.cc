// Methods with a model: the signature of Ilyinsky et al. and what became of it.
#include <algorithm>

#include <descry/reading/posting_signer.h>

#include "evaluation/methods/methods.h"
#include "evaluation/methods/trained_model.h"

namespace descry {

namespace {

// From the posting lists of the model's words alone: that is what these signatures cost.
MethodResult run_signature(const EvaluationInput& input, const MethodModel& made,
                           std::optional<std::uint64_t> DescriptiveSignatures::*signature) {
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
        if (input.progress) {
            input.progress("signatures", first + signatures.size(), lengths.size());
        }
    }
    return keyed_result(std::move(keys), SLOT_KEY_BYTES, made.cpu_seconds);
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
