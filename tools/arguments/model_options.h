/** @file model_options.h
 *  @brief The options that say how a model is made.
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

/// Lets @a option, a --distance, take what a model can be made for. @return the option
CLI::Option* check_distance(CLI::Option* option);

/// --fold-marks, of what cuts texts into words.
CLI::Option* add_fold_marks_option(CLI::App& command, bool& fold_marks);

/// The options by which GroupingOptions are chosen, of commands on files; IndexGroupingArguments
/// has those of commands on an index.
class GroupingArguments {
  public:
    /// Adds --distance, --keep-apart, --contained, --character-keys, --fold-marks, --compact and
    /// --rich.
    void add_for_files(CLI::App& command);

    /// Adds --inside and --inside-words, which are no matter of a model.
    void add_inside(CLI::App& command);

    /// Adds --holds and --held-words, of commands with @a references.
    void add_holds(CLI::App& command, CLI::Option& references);

    /// @param model names a model, which says all of that
    void exclude_from(CLI::Option& model) const;

    /// The name of one that was given; empty where none was.
    std::string first_given() const;

    /// The first choice that was given and is not that of @a made, in words: "--distance 0.15, not
    /// 0.1", and "" where there is none.
    std::string first_unlike(const ModelParameters& made) const;

    const GroupingOptions& choices() const { return choices_; }
    /// How texts are cut.
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
