/** @file made_model.h
 *  @brief When an index needs a model, and what is reported of one that was made.
 */
#ifndef DESCRY_JOBS_MADE_MODEL_H
#define DESCRY_JOBS_MADE_MODEL_H

#include <functional>
#include <optional>
#include <string>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/schema/stored_format.h>
#include <descry/training/grouping_options.h>

namespace descry {

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

/// Whether an index may have groups as @a options say.
/// @exception Xapian::InvalidArgumentError an order of groups that @a schema does not allow
void check_grouping(const GroupingOptions& options, const Schema& schema);

/// True when the index has no model, one of terms that are no longer its body terms, or one made
/// while it was too small for a good one and it no longer is: annotate() makes one then.
bool needs_model(const Xapian::Database& db, const Schema& schema,
                 const std::optional<Model>& model);

}  // namespace descry

#endif  // DESCRY_JOBS_MADE_MODEL_H
