/** @file model_options.h
 *  @brief Options for making a model.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_MODEL_OPTIONS_H
#define DESCRY_TOOLS_ARGUMENTS_MODEL_OPTIONS_H

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <descry/analyzers/recipe.h>
#include <descry/training/grouping_options.h>

#include "tools/arguments/option.h"

namespace descry {

/// Restricts @a option, a --distance, to values that models allow. @return the option
CLI::Option* check_distance(CLI::Option* option);

/// Adds --fold-marks, for commands that analyse texts.
CLI::Option* add_fold_marks_option(CLI::App& command, bool& fold_marks);

/// Options for GroupingOptions in commands on files (on an index: IndexGroupingArguments).
class GroupingArguments {
  public:
    void add_for_files(CLI::App& command);

    /// Adds --inside and --inside-words, which do not depend on the model.
    void add_inside(CLI::App& command);

    /// Adds --holds and --held-words, for commands with @a references.
    void add_holds(CLI::App& command, CLI::Option& references);

    /// @param model names a model, which determines all of these
    void exclude_from(CLI::Option& model) const;

    /// The name of one that was given; empty if there is none.
    std::string first_given() const;

    /// The first given choice that differs from @a made: "--distance 0.15, not 0.1"; else empty.
    std::string first_unlike(const ModelParameters& made) const;

    const GroupingOptions& choices() const { return choices_; }
    const AnalyzerRecipe& recipe() const { return recipe_; }

  protected:
    void add_choices(CLI::App& command, const std::string& of_distance, const std::string& kept);

    GroupingOptions choices_;

  private:
    AnalyzerRecipe recipe_;
    std::string inside_;
    std::string holds_;
    std::vector<CLI::Option*> options_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_MODEL_OPTIONS_H
