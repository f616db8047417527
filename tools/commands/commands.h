/** @file commands.h
 *  @brief The subcommands: each file of this folder adds one to the program.
 */
#ifndef DESCRY_TOOLS_COMMANDS_COMMANDS_H
#define DESCRY_TOOLS_COMMANDS_COMMANDS_H

#include <functional>

#include <CLI/CLI.hpp>

#include <descry/schema/document_fields.h>
#include <descry/signatures/shingle_elements.h>
#include <descry/solr/signature_chain.h>

#include "input/documents/document.h"
#include "messages/console.h"
#include "messages/exit_code.h"

namespace descry {

/// What the parsed command line asks for; set by the subcommand that was named.
using Action = std::function<int()>;

/// The options that say which members of a JSON document are its id and its text.
void add_field_options(CLI::App& command, InputOptions& input);

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

/// Adds all subcommands to @a app; when the user names one, @a action is set to run it. The list of
/// them is DESCRY_COMMANDS of tools/CMakeLists.txt; each file of the list defines
/// add_NAME_command(), of the same parameters.
void add_commands(CLI::App& app, Console& console, Action& action);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_COMMANDS_H
