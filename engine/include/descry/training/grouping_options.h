/** @file grouping_options.h
 *  @brief What a caller chooses of how documents are grouped: the options of every command and
 *         call that groups.
 */
#ifndef DESCRY_TRAINING_GROUPING_OPTIONS_H
#define DESCRY_TRAINING_GROUPING_OPTIONS_H

#include <cstdint>
#include <optional>
#include <string>

#include <descry/model/model.h>
#include <descry/training/training.h>

namespace descry {

/// How documents are grouped. A choice that is not set stays as in the model that the new one
/// replaces; without such a model it has its default.
struct GroupingOptions {
    /// Of `distance`.
    static constexpr double DEFAULT_DISTANCE = share_of(ClusteringLimits().distance);
    /// Band keys of a document that take less room than the usual 8, and that find more.
    static constexpr std::uint32_t COMPACT_BANDS = 4;
    static constexpr std::uint32_t RICH_BANDS = 12;

    /// Largest edit distance of a member from its group's head, 0 to 0.4.
    std::optional<double> distance = {};
    /// Which document of a group is its head: for texts a name of TextOrder, for an index a name
    /// that check_group_order() knows. Empty: not chosen, "first".
    std::string order = {};
    /// What keeps documents apart that are near.
    std::optional<KeepApart> keep_apart = {};
    /// Least share of a member's word triples in the head, 0 to 1.
    std::optional<double> contained = {};
    /// Texts alone: documents of whose words this share, 0.5 to 1, stands in order in a longer kept
    /// document are dropped as well. Not set: they are kept.
    std::optional<double> inside = {};
    static constexpr double DEFAULT_INSIDE = 0.95;
    static constexpr double MIN_INSIDE = 0.5;
    /// Where it has so many words.
    std::uint32_t inside_words = 20;
    /// Texts with references alone: documents are looked for that hold this share, 0.5 to 1, of the
    /// words of a reference, in order (GroupedTexts::held()). Not set: none are.
    std::optional<double> holds = {};
    static constexpr double DEFAULT_HOLDS = 0.8;
    /// References of so many words.
    std::uint32_t held_words = 8;
    /// Whether such documents are dropped, and in no group.
    bool drops_holders = true;
    /// Whether the model has keys of characters, whatever the former has.
    CharacterKeyChoice character_keys = CharacterKeyChoice::AUTO;
    /// Band keys of a document.
    std::optional<std::uint32_t> bands = {};
    /// Documents of the same words are equal whatever their order.
    bool any_order = false;
    /// True: documents that are almost equal are grouped first. False: one level, a fifth of the
    /// comparisons.
    std::optional<bool> two_level = {};
    /// Descriptive words to choose, 1 to 65535, however few documents there are; not set: 2000, and
    /// more where too many documents would hold too little information.
    std::optional<std::uint32_t> words = {};
    /// TrainingOptions::documents.
    std::optional<std::uint64_t> documents = {};

    /// @exception std::invalid_argument a choice is outside its limits
    void check() const;

    /// What training is given.
    /// @param analyzer of the documents; recorded in the model
    /// @param former the model that the new one replaces; null where there is none
    /// @exception as check()
    TrainingOptions training(const std::string& analyzer, const Model* former = nullptr) const;
};

}  // namespace descry

#endif  // DESCRY_TRAINING_GROUPING_OPTIONS_H
