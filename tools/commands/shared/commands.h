/** @file commands.h
 *  @brief The subcommands, each of which a file of the folder above adds to the program, and the
 * options that several of them share.
 */
#ifndef DESCRY_TOOLS_COMMANDS_SHARED_COMMANDS_H
#define DESCRY_TOOLS_COMMANDS_SHARED_COMMANDS_H

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <CLI/CLI.hpp>
#include <xapian.h>

#include <descry/schema/document_fields.h>
#include <descry/solr/signature_chain.h>

#include "engine/signatures/shingle_elements.h"
#include "tools/arguments/command_files.h"
#include "tools/arguments/option.h"
#include "tools/input/documents/document.h"
#include "tools/messages/console.h"

namespace descry {

/// What the parsed command line asks for; set by the subcommand that was named.
using Action = std::function<int()>;

/// Ends the definition of a command: adds --quiet, and lets the command, when the user names it,
/// set
/// @a action to @a run.
inline void finish_command(CLI::App& command, Console& console, Action& action, Action run) {
    console.add_quiet_option(command);
    command.callback([&action, run = std::move(run)] { action = run; });
}

/// Adds all subcommands to @a app; when the user names one, @a action is set to run it. The list of
/// them is DESCRY_COMMANDS of tools/CMakeLists.txt; each file of the list defines
/// add_NAME_command(), of the same parameters.
void add_commands(CLI::App& app, Console& console, Action& action);

/// Adds `import` to the command groups.
void add_groups_import_command(CLI::App& groups, Console& console, Action& action);

/// Adds --rows and --start: which of the @a things of a list are shown.
/// @tparam Rows Xapian::doccount; or std::optional of it, where all are shown unless it is given
template <typename Rows>
void add_page_options(CLI::App& command, const std::string& things, Rows& rows,
                      Xapian::doccount& start) {
    const CLI::Range range(Xapian::doccount{0}, std::numeric_limits<Xapian::doccount>::max());
    const bool shows_all = !std::is_same_v<Rows, Xapian::doccount>;
    add_option(command, "--rows", rows, "N",
               "Number of " + things + " to show" + (shows_all ? " [default: all]" : ""))
        ->check(range);
    add_option(command, "--start", start, "N", "Number of " + things + " to skip")->check(range);
}

/// What becomes of documents without an id, where nothing else is asked for: they are refused, or
/// named by their location (IdFrom::LINE).
enum class MissingIds { REFUSED, NUMBERED };

/// Adds the options that say what of an input is a document, and what its id and its text are.
void add_field_options(CLI::App& command, InputOptions& input,
                       MissingIds missing = MissingIds::REFUSED);

/// Adds --keep and --prefer, which make the name of a TextOrder.
/// @param order  what it is where neither is given. @param may_be_none  of --keep
void add_keep_options(CLI::App& command, std::string& order, bool may_be_none = false);

/// Adds --field and --value, each of which may be given several times.
void add_indexed_field_options(CLI::App& command, DocumentFields& fields);

/// What --chain and --solr-strict say.
struct ChainArguments {
    std::string file;
    bool solr_strict = false;
};

/// The FILE of --chain that stands for no chain.
inline constexpr const char* NO_CHAIN = "none";

/// Adds --chain and --solr-strict.
void add_chain_options(CLI::App& command, ChainArguments& chain);

/// The chain of the file; nullopt where none is named.
/// @throws std::runtime_error it cannot be read
/// @exception Xapian::InvalidArgumentError as parse_signature_chain()
std::optional<SignatureChainOptions> read_chain_file(const ChainArguments& chain);

/// Adds what shingles and their MinHashes are made of: --shingles, --permutations, --stem,
/// --multiset, --fold-digits.
void add_shingle_options(CLI::App& command, ShingleElementOptions& shingles,
                         unsigned& permutations);

/// The same without --permutations.
void add_shingle_options(CLI::App& command, ShingleElementOptions& shingles);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_COMMANDS_H
