/** @file model_making.h
 *  @brief Making a model for an index and signing with it: what index, annotate and rebuild share.
 */
#ifndef DESCRY_TOOLS_INDEXING_MODEL_MAKING_H
#define DESCRY_TOOLS_INDEXING_MODEL_MAKING_H

#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <xapian.h>

#include <descry/model/model.h>
#include <descry/schema/stored_format.h>
#include <descry/training/training.h>
#include <descry/writing/annotator.h>

#include "messages/console.h"

namespace descry {

/// The options that say how a model is made.
struct ModelOptions {
    /// "auto" or a number.
    std::string words = "auto";
    /// Of members of a group to its head, as a share; empty: as the index has it, or the default.
    std::optional<double> distance;
    std::string group_order;
    bool any_order = false;
    /// Fewer or more band keys a document than usual.
    bool compact = false;
    bool rich = false;
    /// "two-level" or "fast"; empty: as the index has it.
    std::string grouping;
    /// In MiB.
    unsigned memory = 256;

    /// As it was asked for; nothing was where the default is asked for.
    std::string group_order_or_first() const { return group_order.empty() ? "first" : group_order; }

    std::size_t memory_bytes() const { return std::size_t{memory} << 20; }

    void add_to(CLI::App& command);
    /// All but --memory.
    void add_choices_to(CLI::App& command);

    /// @param former the model that the new one takes the place of: what was asked for when that
    ///        one was made stays, where nothing else is asked for now
    TrainingOptions training(const std::string& analyzer, const Model* former) const;
};

/// How an index whose model or values are out of date is brought up to date.
struct RefreshOptions {
    ModelOptions model;
    AnnotateOptions annotate;
    /// Make a new model even where there is one.
    bool new_model = false;
    /// Let a model that waits as the next one (--model-only, model import) take over.
    bool start_next = false;
};

/// How an index is read that is read as a whole: its term lists are copied first, of which a model,
/// signatures and groups are made.
ReadOptions read_once(const DatabaseOpener& open, const Schema& schema, Console& console);

/// Makes a model from everything in the index, telling what it is made of. @param former as above
Model make_model(const ReadOptions& read, const Schema& schema, const Model* former,
                 const ModelOptions& options, Console& console);

/// Tells what a model was made of, or why it has no words.
void tell_of_model(const Model& model, const TrainingReport& report,
                   const TrainingOptions& training, double seconds, Console& console);

/// True when the index has no model, one of terms that are no longer its body terms, or one made
/// while it was too small for a good one and it no longer is.
bool needs_model(const Xapian::Database& db, const Schema& schema,
                 const std::optional<Model>& model);

/// Makes a model where one is needed (or asked for), and signs the documents that lack current
/// values. Everything @a db holds uncommitted is committed first.
AnnotateReport refresh(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema schema,
                       const RefreshOptions& options, Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_INDEXING_MODEL_MAKING_H
