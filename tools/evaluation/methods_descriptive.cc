// Methods with a model: the seed paper's signature and what became of it.
#include <fmt/format.h>

#include <descry/model_store.h>
#include <descry/training.h>

#include "evaluation/keyed_pairs.h"
#include "evaluation/methods.h"
#include "evaluation/term_lists.h"

namespace descry {

namespace {

// Makes a model; that is part of the method's work.
Model make_model(const EvaluationInput& input, bool learn) {
    TrainingOptions options;
    options.analyzer = input.analyzer;
    options.learn = learn;
    if (input.words) {
        // Who names a number wants words, however few documents there are.
        options.selection.words = *input.words;
        options.min_documents = 1;
    }
    const ReadOptions read{input.open, input.space, input.threads, input.progress};
    TrainingReport report;
    std::optional<Model> model = train_model(read, options, &report);
    if (!model || model->words().empty()) {
        throw MethodUnavailable(
            fmt::format("no descriptive words can be chosen from {} documents of {} words and more "
                        "({} are wanted; --words N chooses all the same)",
                        report.collection.documents, options.candidates.min_body_length,
                        TrainingOptions().min_documents));
    }
    return std::move(*model);
}

// The model of the index, where it has one and no other number of words is asked for.
Model model_of(const EvaluationInput& input) {
    if (!input.words) {
        auto stored = read_model(input.open());
        if (stored && !stored->model.words().empty()) return std::move(stored->model);
    }
    return make_model(input, true);
}

MethodResult run_signature(const EvaluationInput& input, const Model& model,
                           std::optional<std::uint64_t> DescriptiveSignatures::*signature) {
    DescriptiveSigner signer(model);
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
    return run_signature(input, make_model(input, false), &DescriptiveSignatures::descriptive);
}

MethodResult run_descriptive_stable(const EvaluationInput& input) {
    return run_signature(input, model_of(input), &DescriptiveSignatures::stable);
}

}  // namespace descry
