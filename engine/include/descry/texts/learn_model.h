/** @file learn_model.h
 *  @brief The model of texts in memory.
 */
#ifndef DESCRY_TEXTS_LEARN_MODEL_H
#define DESCRY_TEXTS_LEARN_MODEL_H

#include <descry/model/model.h>
#include <descry/texts/analyzed_texts.h>
#include <descry/training/training.h>

namespace descry {

/// Makes the model that group_texts() would make of the same texts.
/// @param options its analyzer is that of the texts
/// @exception Stopped; std::system_error no room on the disk
/// Cost and memory: those of train_model(), and a copy of the term lists (counted_copy()).
Model learn_model(const AnalyzedTexts& texts, TrainingOptions options);

}  // namespace descry

#endif  // DESCRY_TEXTS_LEARN_MODEL_H
