/** @file grouping_options.h
 *  @brief The grouping options of every command and call that groups.
 */
#ifndef DESCRY_TRAINING_GROUPING_OPTIONS_H
#define DESCRY_TRAINING_GROUPING_OPTIONS_H

#include <cstdint>
#include <optional>
#include <string>

#include <descry/model/model.h>
#include <descry/training/training.h>

namespace descry {

/// How documents are grouped. An option that is not set is taken from the model that the new one
/// replaces, or else has its default.
struct GroupingOptions {
    static constexpr double DEFAULT_DISTANCE = share_of(ClusteringLimits().distance);
    /// Band keys per document, instead of 8: fewer for less space, more to find more.
    static constexpr std::uint32_t COMPACT_BANDS = 4;
    static constexpr std::uint32_t RICH_BANDS = 12;

    /// Largest edit distance of a member from its group's head, 0 to 0.4.
    std::optional<double> distance = {};
    /// Which document of a group is its head: for texts a name of TextOrder, for an index one that
    /// check_group_order() knows. Empty: not chosen, "first".
    std::string order = {};
    /// Differences that keep near documents out of one group.
    std::optional<KeepApart> keep_apart = {};
    /// Least share of a member's word triples in the head, 0 to 1.
    std::optional<double> contained = {};
    /// Texts only: also drop documents of whose words this share, 0.5 to 1, stands in order in a
    /// longer kept document. Not set: keep them.
    std::optional<double> inside = {};
    static constexpr double DEFAULT_INSIDE = 0.95;
    static constexpr double MIN_INSIDE = 0.5;
    /// Least words of such a document.
    std::uint32_t inside_words = 20;
    /// Texts with references only: look for documents that hold this share, 0.5 to 1, of the words
    /// of a reference, in order (GroupedTexts::held()). Not set: do not look.
    std::optional<double> holds = {};
    static constexpr double DEFAULT_HOLDS = 0.8;
    /// Least words of such a reference.
    std::uint32_t held_words = 8;
    bool drops_holders = true;
    /// Whether the model has keys of characters, regardless of the former model.
    CharacterKeyChoice character_keys = CharacterKeyChoice::AUTO;
    std::optional<std::uint32_t> bands = {};
    /// Treat documents of the same words as equal, whatever their order.
    bool any_order = false;
    /// True: group almost equal documents first. False: one level, a fifth of the comparisons.
    std::optional<bool> two_level = {};
    /// Descriptive words to choose, 1 to 65535, however few documents there are; not set: 2000, or
    /// more if too many documents would hold too little information.
    std::optional<std::uint32_t> words = {};
    std::optional<std::uint64_t> documents = {};

    /// @exception std::invalid_argument an option is out of range
    void check() const;

    /// What documents are kept apart by: the rule of @a model, or without one that of `keep_apart`.
    KeepApart keep_apart_with(const std::optional<Model>& model) const;

    /// The options of training.
    /// @param analyzer of the documents; recorded in the model
    /// @param former the model that the new one replaces; may be null
    /// @exception as check()
    TrainingOptions training(const std::string& analyzer, const Model* former = nullptr) const;
};

}  // namespace descry

#endif  // DESCRY_TRAINING_GROUPING_OPTIONS_H
