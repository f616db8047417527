/** @file group_texts.h
 *  @brief Texts to groups of near-duplicates, without Xapian: the one way by which the program,
 *         Python and other callers group texts.
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

/// Groups texts as `descry uniq` groups documents of the same texts in the same order: the same
/// model, heads, members and distances.
/// @param texts UTF-8, each of which is read once; at most 2^32 - 2 of them
/// @param options `order` is a name of TextOrder, by no field, as texts have none here
/// @param model by which texts are cut and grouped; null: one is made of them
/// @return numbered from 1 on: texts[i] is document i + 1
/// @exception std::invalid_argument the model is of another program's words, or of another ICU; the
/// order is by a field; and as GroupingOptions::check()
/// @exception std::length_error too many texts
/// @exception Stopped, or what the progress throws
/// Cost: the analysis of the texts, and find_unique(). Memory: that of find_unique(), and the words
/// of 4,096 texts. Disk: the words of all texts, where they are more than 16 MiB.
GroupedTexts group_texts(std::span<const std::string_view> texts,
                         const GroupingOptions& options = {}, const Model* model = nullptr,
                         const Work& work = {});

/// What is grouped where more is known than texts.
struct TextsToGroup {
    const AnalyzedTexts& texts;
    /// Where a text stands in the order: TextOrder::key_of() of its number, from 1 on.
    std::function<std::string(DocumentNumber)> order_key;
    /// So many of the texts, the first, are references.
    DocumentNumber references = 0;
    /// Further references, before those, with `model`, which is theirs or renewed_model().
    std::optional<PreparedDocuments> prepared = {};
    /// That of the texts' recipe; none: one is made of them.
    std::optional<Model> model = {};
    /// Whether documents of `prepared` are items of GroupingOptions::holds as well.
    bool holds_prepared = true;
    /// UniqueOptions::exact_distances.
    bool exact_distances = true;
};

/// The same of texts that were cut.
GroupedTexts group_texts(TextsToGroup texts, const GroupingOptions& options = {});

/// Makes the model that group_texts() would make of the same texts.
/// @exception Stopped; std::system_error no room on the disk
/// Cost and memory: those of train_model(), and a copy of the term lists (counted_copy()).
Model learn_model(const AnalyzedTexts& texts, const GroupingOptions& options = {});

/// Makes a model like that of prepared documents, of these, where they have outgrown it: they are 8
/// times as many as it was made of, or it has no words and they may be enough for some. Where they
/// grow day by day, this is done so rarely that each costs the same. nullopt: theirs will do.
/// @param choice whether it has keys of characters, where that of few documents says nothing
/// @exception and cost: those of learn_model(), where one is made
std::optional<Model> renewed_model(const PreparedDocuments& prepared,
                                   CharacterKeyChoice choice = CharacterKeyChoice::AUTO);

}  // namespace descry

#endif  // DESCRY_TEXTS_GROUP_TEXTS_H
