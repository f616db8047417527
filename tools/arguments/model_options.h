/** @file model_options.h
 *  @brief The options that say how a model is made, and what is said of one that was made.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_MODEL_OPTIONS_H
#define DESCRY_TOOLS_ARGUMENTS_MODEL_OPTIONS_H

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <descry/analyzers/recipe.h>
#include <descry/jobs/made_model.h>

#include "tools/messages/console.h"

namespace descry {

/// Lets @a option, a --distance, take what a model can be made for. @return the option
CLI::Option* check_distance(CLI::Option* option);

/// --fold-marks, of what cuts texts into words.
CLI::Option* add_fold_marks_option(CLI::App& command, bool& fold_marks);

/// The options by which GroupingOptions are chosen, of commands on files and of those on an index.
class GroupingArguments {
  public:
    /// Adds --distance, --keep-apart, --contained, --character-keys, --fold-marks, --compact and
    /// --rich.
    void add_for_files(CLI::App& command);

    /// Adds --inside and --inside-words, which are no matter of a model.
    void add_inside(CLI::App& command);

    /// Adds --holds and --held-words, of commands with @a references.
    void add_holds(CLI::App& command, CLI::Option& references);

    /// Adds those that a model of an index keeps.
    void add_for_index(CLI::App& command);

    /// @param model names a model, which says all of that
    void exclude_from(CLI::Option& model) const;

    /// The name of one that was given; empty where none was.
    std::string first_given() const;

    const GroupingOptions& choices() const { return choices_; }
    /// How texts are cut.
    const AnalyzerRecipe& recipe() const { return recipe_; }

    /// @throw std::runtime_error an option asks for another model than @a db, at @a path, has, and
    /// that one stays
    void check_that_they_act(const Xapian::Database& db, const std::string& path) const;

  private:
    void add_choices(CLI::App& command, const std::string& of_distance, const std::string& kept);
    std::string first_unlike(const ModelParameters& made) const;

    GroupingOptions choices_;
    AnalyzerRecipe recipe_;
    std::string inside_;
    std::string holds_;
    std::vector<CLI::Option*> options_;
};

/// Tells what a model was made of, or why it has no words.
void tell_of_model(const MadeModel& made, Console& console);

/// The same as a listener. @a console must outlive it.
ModelListener tell_of_models(Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_MODEL_OPTIONS_H
