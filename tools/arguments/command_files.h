/** @file command_files.h
 *  @brief What a command reads and writes, declared beside its options, checked before it runs.
 *
 *  An output is never an input, and two outputs are never one file or stream. Files are told apart
 *  by what they are, device and inode, not by how they are called: links, relative paths,
 *  /dev/stdin and what the shell has opened as standard output count as well.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_COMMAND_FILES_H
#define DESCRY_TOOLS_ARGUMENTS_COMMAND_FILES_H

#include <istream>
#include <string>

#include <CLI/CLI.hpp>

namespace descry {

/// A kind of file that descry writes.
struct FileKind {
    /// As in a message: "a model".
    const char* name;
    /// Whether a file, read from its beginning, is of the kind. Reads 64 KiB of it at most.
    bool (*matches)(std::istream& file);
};

extern const FileKind MODEL_FILE;
extern const FileKind PREPARED_FILE;
/// Groups as JSON lines: of `group`, `groups --format json` and `uniq --groups`.
extern const FileKind GROUP_FILE;
/// Lines id, id and a number from 0 to 1: of `uniq --dropped` and `evaluate --make-gold`.
extern const FileKind PAIR_FILE;
/// Lines of `uniq --pieces`: id, two places, id, two places, a number from 0 to 1 and a count.
extern const FileKind PIECE_FILE;
/// Lines id, id and keep or drop: of `review`.
extern const FileKind DECISION_FILE;
/// A page that descry made.
extern const FileKind PAGE_FILE;

/// Why the file @a path is not to be replaced by one of @a kind unasked: it is there, and of
/// another kind. Empty where it may be: it is none, or an empty one, or none that keeps bytes.
std::string reason_to_keep(const std::string& path, const FileKind& kind);

/// What an option or argument names. Where nothing is said of `-`, it is a file's name like others.
enum class FileUse {
    /// Files, folders and databases that are read before anything is printed; `-` is standard
    /// input, also where a command may go without an INPUT and has none. What cannot be opened is
    /// told by who reads it, while there is another.
    INPUTS,
    /// The same, but what is printed is printed while they are read.
    STREAMED_INPUTS,
    /// Files without which there is no result.
    FILES,
    /// The same; `-` is standard input.
    FILES_OR_STREAM,
    /// Databases that are read.
    DATABASES,
    /// Databases that are written into, there or not yet.
    CHANGED_DATABASES,
    /// Ids: `-` reads them from standard input.
    IDS,
    /// A file that is the command's result; where it is given and not `-`, standard output has
    /// none.
    RESULT,
    /// A file that is written beside the result.
    BESIDE,
    /// The same, written anew with each step of the run, so that it is right when the run stops.
    GROWING,
};

/// Says what @a option names. @param no_file a value that names nothing. @return the option
CLI::Option* declare(CLI::Option* option, FileUse use, const char* no_file = "");

/// Says that @a option of @a command names a file of @a kind, and adds --force, which lets it
/// replace one of another kind. @param use RESULT, BESIDE or GROWING. @return the option
CLI::Option* declare_output(CLI::App& command, CLI::Option* option, FileUse use,
                            const FileKind& kind);

/// Whether --force is given.
bool may_replace(const CLI::App& command);

/// Checks what the parsed command line of @a command names. Nothing is opened for writing. Cost: a
/// look at each file that is named, and, where there are outputs, at each below a folder of inputs.
/// @throws std::runtime_error naming option and file: standard input is asked for twice; a file is
///         written twice, or read and written, or in a folder that is read; an input is in a
///         database that is written; an output is there and of another kind, or cannot be made; a
///         file cannot be read, or none of the inputs
/// @throws std::logic_error an option names files and was not declared
void check_files(const CLI::App& command);

/// What a run of the parsed command line leaves when it is stopped, in words.
std::string left_when_stopped(const CLI::App& command);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_COMMAND_FILES_H
