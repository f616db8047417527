#include <descry/texts/learn_model.h>

namespace descry {

Model learn_model(const AnalyzedTexts& texts, TrainingOptions options) {
    options.analyzer = texts.recipe().to_string();
    return train_model(*counted_copy(texts.documents(), texts.documents()->work()), options);
}

}  // namespace descry
