#include <descry/collection/forward_index.h>
#include <descry/texts/learn_model.h>

namespace descry {

Model learn_model(const AnalyzedTexts& texts, TrainingOptions options) {
    options.analyzer = texts.recipe().to_string();
    const ForwardIndex documents(texts.documents());
    return train_model(documents, options);
}

}  // namespace descry
