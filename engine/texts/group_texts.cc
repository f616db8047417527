#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <descry/texts/group_texts.h>

#include "engine/texts/analyzed_texts.h"
#include "engine/unique/known_documents.h"

namespace descry {

namespace {

// The order of texts decides who is head, and is no matter of their model.
TrainingOptions training_of(const AnalyzedTexts& texts, GroupingOptions options) {
    options.order.clear();
    return options.training(texts.recipe().to_string());
}

TextOrder order_of(const GroupingOptions& options) {
    return options.order.empty() ? TextOrder() : TextOrder(options.order);
}

}  // namespace

GroupedTexts group_texts(std::span<const std::string_view> texts, const GroupingOptions& options,
                         const Model* model, const Work& work) {
    const TextOrder order = order_of(options);
    if (!order.fields().empty())
        throw std::invalid_argument("texts in memory have no field " + order.fields().front());
    options.check();
    AnalyzedTexts analyzed(recipe_of_texts(model), work);
    // In pieces, so that the progress moves.
    constexpr std::size_t TEXTS_OF_A_PIECE = 4096;
    for (std::size_t begin = 0; begin < texts.size(); begin += TEXTS_OF_A_PIECE) {
        analyzed.add(texts.subspan(begin, std::min(TEXTS_OF_A_PIECE, texts.size() - begin)));
        if (work.progress) work.progress({"texts read", analyzed.size(), texts.size()});
    }
    TextsToGroup to_group{analyzed, [&](DocumentNumber number) {
                              return order.key_of({}, analyzed.words_of(number), number);
                          }};
    if (model != nullptr) to_group.model = *model;
    return group_texts(std::move(to_group), options);
}

GroupedTexts group_texts(TextsToGroup texts, const GroupingOptions& options) {
    const auto& documents = texts.texts.documents();
    const TextOrder order = order_of(options);
    const auto ordered = order.ordered(static_cast<DocumentNumber>(texts.texts.size()),
                                       texts.references, texts.order_key);
    UniqueOptions unique;
    unique.training = training_of(texts.texts, options);
    unique.model = std::move(texts.model);
    unique.exact_distances = texts.exact_distances;
    unique.heads = head_order_of(order.name());
    std::optional<KnownDocuments> known;
    DocumentNumber references = texts.references;
    if (texts.prepared) {
        references += static_cast<DocumentNumber>(texts.prepared->size());
        known.emplace(texts.prepared->texts(), texts.prepared->take_keys());
    }
    UniqueDocuments found =
        find_unique(documents, ordered, texts.references, unique, std::move(known));
    return {std::move(found), documents, std::move(texts.prepared), references, order.keeps_none()};
}

Model learn_model(const AnalyzedTexts& texts, const GroupingOptions& options) {
    return train_model(*counted_copy(texts.documents(), texts.documents()->work()),
                       training_of(texts, options));
}

}  // namespace descry
