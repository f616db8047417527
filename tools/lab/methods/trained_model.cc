#include "tools/lab/methods/trained_model.h"

#include <utility>

#include <descry/schema/model_store.h>
#include <descry/training/grouping_options.h>

#include "tools/lab/base/child_process.h"

namespace descry {

MethodModel train_for(const EvaluationInput& input, bool learn) {
    GroupingOptions choices;
    choices.words = input.words;
    TrainingOptions options = choices.training(input.schema.analyzer);
    options.learn = learn;
    if (input.distance) options.distance = *input.distance;
    options.selection.grow = learn && !input.words;
    const double before = resource_use().cpu_seconds;
    Model model = train_model(collection_of(input), options);
    const std::size_t words = model.words().size();
    return {std::move(model), ModelTraining{resource_use().cpu_seconds - before, words}};
}

MethodModel model_of(const EvaluationInput& input) {
    if (input.words) return train_for(input, true);
    auto stored = read_model(input.open());
    if (!stored) return train_for(input, true);
    if (!input.distance) return {std::move(stored->model)};
    ModelParameters parameters = stored->model.parameters();
    parameters.grouping.distance = *input.distance;
    return {Model(std::move(parameters), stored->model.words(), stored->model.stable_terms())};
}

const Model& with_words(const Model& model) {
    if (model.words().empty()) {
        throw MethodUnavailable(
            "the collection is too small for descriptive words; --words N chooses some anyway");
    }
    return model;
}

}  // namespace descry
