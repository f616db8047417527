/** @file database.h
 *  @brief Opens the DB arguments of commands.
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

/// Whether an argument that may also name documents, or a model, is a database, judged by its
/// bytes. Stub files are not recognised, since any text could be one.
/// @throws std::runtime_error it is certainly a stub; name its databases instead
bool is_database_among_inputs(const std::string& path);

/// The database below a program's directory: `xapian` (notmuch, mu) or `xapiandb` (recoll).
/// notmuch's may also be named by the mail directory, its `database.path`. Otherwise @a path
/// itself.
/// @param notes receives a line for the user if the result differs
std::string find_database(const std::string& path, std::vector<std::string>& notes);

/// @throws std::runtime_error the index has no model
Model model_in_use(const OpenIndex& index);

/// The docid of an id, or of "#docid". @throws std::runtime_error no such document
Xapian::docid document_of_id(const OpenIndex& index, const std::string& id);

/// Opens an index for writing, or makes one if @a create, but not in a directory with other files.
Xapian::WritableDatabase open_writable(const std::string& path, bool create);

/// Opens several databases for writing as one index.
/// @throws std::runtime_error a database is named twice
std::vector<ShardToWrite> open_shards(const std::vector<std::string>& paths);

/// Adds --shard, whose value is "K/N": the database is the K-th of N.
void add_shard_option(CLI::App& command, ShardNumber& shard, const std::string& purpose);

/// While it exists, a closed pipe is an ordinary error instead of ending the program, so that
/// closing the messages of an index writer does not stop it.
class IgnoreClosedPipe {
  public:
    IgnoreClosedPipe();
    ~IgnoreClosedPipe();
    IgnoreClosedPipe(const IgnoreClosedPipe&) = delete;
    IgnoreClosedPipe& operator=(const IgnoreClosedPipe&) = delete;
};

/// Detects misplaced arguments by their files: a database after other arguments, or words of a
/// query in place of databases. Opens no database. Cost: a few file system calls per argument.
/// @throws std::runtime_error suggests what was meant
void check_argument_order(const CLI::App& command);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_DATABASE_H
