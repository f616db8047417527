/** @file model_request.h
 *  @brief What a caller asks of the model of an index, and what it is told when one was made.
 */
#ifndef DESCRY_JOBS_MODEL_REQUEST_H
#define DESCRY_JOBS_MODEL_REQUEST_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/schema/stored_format.h>
#include <descry/training/training.h>

namespace descry {

/// How a model is made. What is not asked for stays as in the model that the new one replaces, and
/// is the default where there is none.
struct ModelRequest {
    /// Band keys of a document that take less room than usual, and that find more.
    static constexpr std::uint32_t COMPACT_BANDS = 4;
    static constexpr std::uint32_t RICH_BANDS = 12;

    /// Descriptive words to choose, 1 to 65535, however few documents there are; nullopt: 2000, and
    /// more where too many documents would hold too little information.
    std::optional<std::uint32_t> words;
    /// How different, as edit distance, members of a group may be from its head: 0 to 1.
    std::optional<double> distance;
    /// True: documents that are almost equal are grouped first. False: one level, a fifth of the
    /// comparisons.
    std::optional<bool> two_level;
    /// As check_group_order() knows them; empty: not asked for.
    std::string group_order;
    /// Documents of the same words are alike whatever their order.
    bool any_order = false;
    /// What keeps documents apart that are near.
    std::optional<KeepApart> keep_apart;
    /// How much of its word triples a member has in its head: 0 to 1.
    std::optional<double> contained;
    /// Whether the model has keys of characters, whatever the former has.
    CharacterKeyChoice character_keys = CharacterKeyChoice::AUTO;
    std::optional<std::uint32_t> bands;

    /// What training is given.
    /// @param analyzer of the index; recorded in the model
    /// @param former the model that the new one replaces; null where there is none
    TrainingOptions training(const std::string& analyzer, const Model* former) const;

    /// @exception Xapian::InvalidArgumentError an order of groups that @a schema does not allow
    void check(const Schema& schema) const;
};

/// A model that was just made, before anything is written.
struct MadeModel {
    const Model& model;
    const TrainingOptions& options;
    const TrainingReport& report;
    /// Of wall clock, for the training alone.
    double seconds = 0;
    /// Why the model that it replaces could not be read; empty where it could, or there was none.
    std::string unreadable;
};

/// Told of a model once it is made, which may be long before the call that made it returns. May be
/// empty.
using ModelListener = std::function<void(const MadeModel&)>;

/// True when the index has no model, one of terms that are no longer its body terms, or one made
/// while it was too small for a good one and it no longer is: annotate() makes one then.
bool needs_model(const Xapian::Database& db, const Schema& schema,
                 const std::optional<Model>& model);

}  // namespace descry

#endif  // DESCRY_JOBS_MODEL_REQUEST_H
