#include <descry/collection/forward_index.h>
#include <descry/texts/learn_model.h>

namespace descry {

Model learn_model(const AnalyzedTexts& texts, TrainingOptions options) {
    options.analyzer = texts.recipe().to_string();
    return train_model(ForwardIndex(texts.documents()), options);
}

}  // namespace descry
