/** @file commands.h
 *  @brief The subcommands, each added by a file of the parent directory, and options shared by
 *         several.
 */
#ifndef DESCRY_TOOLS_COMMANDS_SHARED_COMMANDS_H
#define DESCRY_TOOLS_COMMANDS_SHARED_COMMANDS_H

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

#include "engine/signatures/shingle_elements.h"
#include "tools/arguments/command_files.h"
#include "tools/arguments/option.h"
#include "tools/input/documents/document.h"
#include "tools/messages/console.h"

namespace descry {

/// The action of the parsed command line, set by its subcommand.
using Action = std::function<int()>;

/// Adds --quiet, and makes the command set @a action to @a run when it is named.
inline void finish_command(CLI::App& command, Console& console, Action& action, Action run) {
    console.add_quiet_option(command);
    command.callback([&action, run = std::move(run)] { action = run; });
}

/// Adds all subcommands, of which the named one sets @a action. DESCRY_COMMANDS in
/// tools/CMakeLists.txt lists their files, each of which defines add_NAME_command().
void add_commands(CLI::App& app, Console& console, Action& action);

void add_groups_import_command(CLI::App& groups, Console& console, Action& action);

/// Treatment of documents without an id by default: rejected, or named by location (IdFrom::LINE).
enum class MissingIds { REFUSED, NUMBERED };

/// Adds the options that define documents, ids and texts in inputs.
void add_field_options(CLI::App& command, InputOptions& input,
                       MissingIds missing = MissingIds::REFUSED);

/// Adds --keep and --prefer, which form the name of a TextOrder.
/// @param order default. @param may_be_none of --keep
void add_keep_options(CLI::App& command, std::string& order, bool may_be_none = false);

/// Adds --mail, which sets SpoolOptions::own_words.
void add_mail_option(CLI::App& command, bool& own_words);

/// Adds --decisions and --only-confirmed (apply_decisions()).
void add_decision_options(CLI::App& command, std::string& decisions, bool& only_confirmed);

CLI::Option* add_report_rows_option(CLI::App& command, std::optional<std::size_t>& rows);

/// Adds --shingles, --permutations, --stem, --multiset and --fold-digits.
void add_shingle_options(CLI::App& command, ShingleElementOptions& shingles,
                         unsigned& permutations);

/// The same without --permutations.
void add_shingle_options(CLI::App& command, ShingleElementOptions& shingles);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_COMMANDS_H
