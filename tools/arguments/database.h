/** @file database.h
 *  @brief Opening the DB arguments of a command.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_DATABASE_H
#define DESCRY_TOOLS_ARGUMENTS_DATABASE_H

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <xapian.h>

#include <descry/jobs/rebuild.h>
#include <descry/model/model.h>
#include <descry/reading/open_index.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// Whether a folder is a database, sound or not, by the files with which Xapian marks one.
bool holds_database(const std::string& folder);

/// Whether an argument that may also name documents, or a model, is a database: by its bytes. A
/// stub file is none there, as it could be anybody's text.
/// @throws std::runtime_error it is without doubt a stub, which is to be named by what it names
bool is_database_among_inputs(const std::string& path);

/// Where the database is when @a path is a folder above it: programs keep theirs in a folder
/// `xapian` (notmuch, mu) or `xapiandb` (recoll) of their own; notmuch's may be named by the mail
/// folder, its `database.path`, too. @a path itself for anything else.
/// @param notes gain a line for the user where it is another
std::string find_database(const std::string& path, std::vector<std::string>& notes);

/// The model of an index. @throws std::runtime_error it has none
Model model_in_use(const OpenIndex& index);

/// The docid of an id, or of "#docid". @throws std::runtime_error no such document
Xapian::docid document_of_id(const OpenIndex& index, const std::string& id);

/// Opens (and, when @a create, makes) an index for writing. None is made in a directory that holds
/// anything else.
Xapian::WritableDatabase open_writable(const std::string& path, bool create);

/// Opens databases for writing, to be worked on as one.
/// @throws std::runtime_error one is named twice
std::vector<ShardToWrite> open_shards(const std::vector<std::string>& paths);

/// Adds --shard, whose value is "K/N": the database is the K-th of N.
void add_shard_option(CLI::App& command, ShardNumber& shard, const std::string& purpose);

/// While it lives, a closed pipe is an error like any other instead of the program's end: what
/// writes into an index is not to be stopped by somebody who stops reading its messages.
class IgnoreClosedPipe {
  public:
    IgnoreClosedPipe();
    ~IgnoreClosedPipe();
    IgnoreClosedPipe(const IgnoreClosedPipe&) = delete;
    IgnoreClosedPipe& operator=(const IgnoreClosedPipe&) = delete;
};

/// Looks for slips of the parsed command line of @a command that the files tell: its database
/// stands behind what comes after it, or the words of a query are taken for databases. Nothing is
/// opened as a database. Cost: a few file system calls an argument.
/// @throws std::runtime_error telling what was probably meant
void check_argument_order(const CLI::App& command);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_DATABASE_H
