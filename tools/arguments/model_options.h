/** @file model_options.h
 *  @brief The options that say how a model is made, and what is said of one that was made.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_MODEL_OPTIONS_H
#define DESCRY_TOOLS_ARGUMENTS_MODEL_OPTIONS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <descry/analyzers/recipe.h>
#include <descry/jobs/model_request.h>
#include <descry/unique/unique_documents.h>

#include "messages/console.h"

namespace descry {

/// Lets @a option, a --distance, take what a model can be made for. @return the option
CLI::Option* check_distance(CLI::Option* option);

/// --keep-apart. @param further what else is to be said of it
CLI::Option* add_keep_apart_option(CLI::App& command, std::vector<std::string>& keep_apart,
                                   const std::string& further = {});

/// --fold-marks, of what cuts texts into words.
CLI::Option* add_fold_marks_option(CLI::App& command, bool& fold_marks);

/// --compact and --rich: how many band keys a document has. @return both
std::vector<CLI::Option*> add_band_options(CLI::App& command, std::optional<std::uint32_t>& bands);

/// What the options say of a model that is made of documents that are no index; ModelRequest tells
/// what each is.
class FileModelOptions {
  public:
    /// Adds --distance, --keep-apart, --contained, --character-keys, --fold-marks, --compact and
    /// --rich.
    void add_to(CLI::App& command);

    /// @param model names a model, which says all of that
    void exclude_from(CLI::Option& model) const;

    /// Without the memory.
    ModelRequest request() const;

    /// How near-duplicates are found without a model. @param order of TextOrder
    /// @param memory bytes
    UniqueOptions unique_options(const std::string& order) const;

    const AnalyzerRecipe& recipe() const { return recipe_; }

    /// The name of one that was given; empty where none was.
    std::string first_given() const;

  private:
    std::vector<CLI::Option*> options_;
    std::optional<double> distance_;
    std::vector<std::string> keep_apart_;
    std::optional<double> contained_;
    CharacterKeyChoice character_keys_ = CharacterKeyChoice::AUTO;
    AnalyzerRecipe recipe_;
    std::optional<std::uint32_t> bands_;
};

/// What the options say; ModelRequest tells what each is.
struct ModelOptions {
    void add_to(CLI::App& command);
    /// All but --memory.
    void add_choices_to(CLI::App& command);

    ModelRequest request() const;
    /// Bytes: --memory.
    std::size_t memory() const { return std::size_t{memory_} << 20; }

    /// @throw std::runtime_error an option asks for another model than @a db, at @a path, has, and
    /// that one stays
    void check_that_they_act(const Xapian::Database& db, const std::string& path) const;

  private:
    std::string first_unlike(const ModelParameters& made) const;

    std::string words_ = "auto";
    std::optional<double> distance_;
    std::string group_order_;
    bool any_order_ = false;
    std::vector<std::string> keep_apart_;
    std::optional<double> contained_;
    CharacterKeyChoice character_keys_ = CharacterKeyChoice::AUTO;
    std::optional<std::uint32_t> bands_;
    std::string grouping_;
    // In MiB.
    unsigned memory_ = 256;
};

/// Tells what a model was made of, or why it has no words.
void tell_of_model(const MadeModel& made, Console& console);

/// The same as a listener. @a console must outlive it.
ModelListener tell_of_models(Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_MODEL_OPTIONS_H
