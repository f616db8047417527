/** @file trained_model.h
 *  @brief The model that a method uses: the index's own, or a new one.
 */
#ifndef DESCRY_TOOLS_LAB_METHODS_TRAINED_MODEL_H
#define DESCRY_TOOLS_LAB_METHODS_TRAINED_MODEL_H

#include <optional>

#include <descry/model/model.h>

#include "tools/lab/methods/methods.h"

namespace descry {

/// A model and the cost of making it, which is part of the method's cost but also reported
/// separately, since an index needs a new model only at a rebuild.
struct MethodModel {
    Model model;
    /// nullopt: the index's own model.
    std::optional<ModelTraining> making = std::nullopt;
};

/// Makes a model. @param learn learns flip rates from near-duplicates; else they are modelled
MethodModel train_for(const EvaluationInput& input, bool learn);

/// The index's model, unless another number of words is requested. With the requested distance.
MethodModel model_of(const EvaluationInput& input);

/// @throws MethodUnavailable the model has no words
const Model& with_words(const Model& model);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_METHODS_TRAINED_MODEL_H
