/** @file made_model.h
 *  @brief Whether an index needs a model, and the report of a newly made one.
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

/// A new model, before anything is written.
struct MadeModel {
    const Model& model;
    const TrainingOptions& options;
    const TrainingReport& report;
    /// Wall-clock time of the training alone.
    double seconds = 0;
    /// Why the replaced model could not be read; empty if it could or there was none.
    std::string unreadable;
};

/// Called when a model is made, possibly long before the call that makes it returns. May be empty.
using ModelListener = std::function<void(const MadeModel&)>;

/// Checks that the index allows the grouping.
/// @exception Xapian::InvalidArgumentError @a schema does not allow the group order
void check_grouping(const GroupingOptions& options, const Schema& schema);

/// True if the index has no model, one for terms that are no longer its body terms, or one made
/// when the index was too small for a good one and now is not. annotate() then makes one.
bool needs_model(const Xapian::Database& db, const Schema& schema,
                 const std::optional<Model>& model);

}  // namespace descry

#endif  // DESCRY_JOBS_MADE_MODEL_H
