/** @file trained_model.h
 *  @brief The model that a method works with: the index's own, or one made for it.
 */
#ifndef DESCRY_TOOLS_LAB_METHODS_TRAINED_MODEL_H
#define DESCRY_TOOLS_LAB_METHODS_TRAINED_MODEL_H

#include <optional>

#include <descry/model/model.h>

#include "tools/lab/methods/methods.h"

namespace descry {

/// A model, and what making it took: part of the method's work, and told beside it, since an index
/// that has its model needs it only at a rebuild.
struct MethodModel {
    Model model;
    /// nullopt: the index had it.
    std::optional<MakingOfModel> making = std::nullopt;
};

/// Makes a model. @param learn flip rates from near-duplicates; else they are modelled
MethodModel train_for(const EvaluationInput& input, bool learn);

/// The model of the index, where it has one and no other number of words is asked for; else one is
/// made. With the distance that is asked for.
MethodModel model_of(const EvaluationInput& input);

/// Refuses a model without words. @throws MethodUnavailable
const Model& with_words(const Model& model);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_METHODS_TRAINED_MODEL_H
