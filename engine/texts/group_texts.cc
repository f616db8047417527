#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <descry/texts/group_texts.h>

#include "engine/collection/text_collection.h"
#include "engine/texts/analyzed_texts.h"
#include "engine/texts/inside_texts.h"
#include "engine/unique/known_documents.h"

namespace descry {

namespace {

// The order of texts decides who is head, and does not affect the model.
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
    auto ordered = order.ordered(static_cast<DocumentNumber>(texts.texts.size()), texts.references,
                                 texts.order_key);
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
        if (unique.model && unique.model->id() != texts.prepared->header().model.id())
            known->keys = compute_keys(*known->collection, *unique.model);
    }
    std::vector<HeldItem> held;
    if (options.holds) {
        const KeepApart apart = options.keep_apart_with(unique.model);
        const InsideLimits limits{distance_from(*options.holds), options.held_words, apart.numbers};
        const auto prepared = texts.prepared ? texts.prepared->texts() : nullptr;
        const auto end =
            static_cast<DocumentNumber>(references + texts.texts.size() - texts.references + 1);
        const auto first_item = static_cast<DocumentNumber>(
            texts.prepared && !texts.holds_prepared ? texts.prepared->size() + 1 : 1);
        held = find_held(numbers_between(first_item, references + 1),
                         numbers_between(references + 1, end), text_readers(prepared, documents),
                         limits, documents->work());
        const auto apart_value = apart_values(prepared, documents, apart.fields);
        std::erase_if(held, [&](const HeldItem& item) {
            return apart_value(item.item) != apart_value(item.document);
        });
        if (options.drops_holders)
            std::erase_if(ordered, [&](DocumentNumber number) {
                return std::ranges::binary_search(held, number + references - texts.references, {},
                                                  &HeldItem::document);
            });
    }
    UniqueDocuments found =
        find_unique(documents, ordered, texts.references, unique, std::move(known));
    GroupedTexts grouped(std::move(found), documents, std::move(texts.prepared), references,
                         order.keeps_none());
    grouped.take_held(std::move(held), options.drops_holders);
    if (options.inside) {
        std::vector<DocumentNumber> of_all;
        if (order.name() != "first" && !order.keeps_none()) {
            for (DocumentNumber number = 1; number <= grouped.prepared(); ++number)
                of_all.push_back(number);
            for (const DocumentNumber number : ordered)
                of_all.push_back(grouped.prepared() + number);
        }
        grouped.drop_inside(*options.inside, options.inside_words, of_all);
    }
    grouped.count();
    return grouped;
}

Model learn_model(const AnalyzedTexts& texts, const GroupingOptions& options) {
    return train_model(*counted_copy(texts.documents(), texts.documents()->work()),
                       training_of(texts, options));
}

std::optional<Model> renewed_model(const PreparedDocuments& prepared, CharacterKeyChoice choice) {
    const Model& model = prepared.header().model;
    const ModelParameters& parameters = model.parameters();
    const std::uint64_t documents = parameters.documents;
    const bool has_words = !model.stable_terms().empty();
    TrainingOptions training = training_like(model);
    if (parameters.term_prefix != prepared.texts()->term_prefix() ||
        prepared.size() < training.min_documents ||
        prepared.size() < (has_words ? 8 * documents : documents + documents / 4))
        return std::nullopt;
    // Few documents have keys of characters in any case, which does not apply to many.
    const bool has_character_keys = parameters.character_rows > 0;
    if (!has_character_keys) choice = CharacterKeyChoice::OFF;
    if (has_character_keys && has_words) choice = CharacterKeyChoice::ON;
    training.character_keys = choice;
    return train_model(*counted_copy(prepared.texts(), prepared.texts()->work()), training);
}

}  // namespace descry
