/** @file group_texts.h
 *  @brief Groups texts without Xapian: the entry point of the program, Python and other callers.
 */
#ifndef DESCRY_TEXTS_GROUP_TEXTS_H
#define DESCRY_TEXTS_GROUP_TEXTS_H

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <descry/mechanics/work.h>
#include <descry/texts/grouped_texts.h>
#include <descry/texts/text_order.h>
#include <descry/training/grouping_options.h>

namespace descry {

class AnalyzedTexts;

/// Groups texts as `descry uniq` groups documents of the same texts in the same order: with the
/// same model, heads, members and distances.
/// @param texts UTF-8, each read once; at most 2^32 - 2
/// @param options `order` is a name of TextOrder without fields, as texts have none
/// @param model to cut and group by; null: train one on the texts
/// @return numbered from 1 on: texts[i] is document i + 1
/// @exception std::invalid_argument the model is for words of another program or ICU, the order
///            uses a field, or GroupingOptions::check() fails
/// @exception std::length_error too many texts
/// @exception Stopped, or what the progress throws
/// Cost: analysing the texts, and find_unique(). Memory: that of find_unique(), and the words of
/// 4,096 texts. Disk: the words of all texts, if more than 16 MiB.
GroupedTexts group_texts(std::span<const std::string_view> texts,
                         const GroupingOptions& options = {}, const Model* model = nullptr,
                         const Work& work = {});

/// Input of group_texts() with references, orders or a model.
struct TextsToGroup {
    const AnalyzedTexts& texts;
    /// Position of a text in the order: TextOrder::key_of() of its number, from 1 on.
    std::function<std::string(DocumentNumber)> order_key;
    /// How many of the first texts are references.
    DocumentNumber references = 0;
    /// Further references, before those, with `model`, which is theirs or renewed_model().
    std::optional<PreparedDocuments> prepared = {};
    /// A model for the texts' recipe; nullopt: train one.
    std::optional<Model> model = {};
    /// Whether documents of `prepared` are items of GroupingOptions::holds as well.
    bool holds_prepared = true;
    bool exact_distances = true;
};

/// group_texts() for texts already cut into words.
GroupedTexts group_texts(TextsToGroup texts, const GroupingOptions& options = {});

/// Trains the model that group_texts() would train on the same texts.
/// @exception Stopped; std::system_error no disk space
/// Cost and memory: those of train_model(), and a copy of the term lists (counted_copy()).
Model learn_model(const AnalyzedTexts& texts, const GroupingOptions& options = {});

/// Trains a new model on prepared documents that have outgrown theirs: at least
/// TrainingOptions::min_documents, and 8 times as many as it was trained on (5/4 if it has no
/// words), so that daily growth costs the same per document. nullopt: keep their model.
/// @param choice whether it has keys of characters, if that of few documents does not say
/// @exception as learn_model(), as is the cost if a model is trained
std::optional<Model> renewed_model(const PreparedDocuments& prepared,
                                   CharacterKeyChoice choice = CharacterKeyChoice::AUTO);

}  // namespace descry

#endif  // DESCRY_TEXTS_GROUP_TEXTS_H
