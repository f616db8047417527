#include <descry/collection/forward_index.h>
#include <descry/texts/learn_model.h>

namespace descry {

Model learn_model(const AnalyzedTexts& texts, TrainingOptions options,
                  CharacterKeyChoice character_keys) {
    options.analyzer = texts.recipe().to_string();
    const ForwardIndex documents(texts.documents());
    return learn_character_keys(documents, train_model(documents, options), character_keys);
}

}  // namespace descry
