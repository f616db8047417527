/** @file command_files.h
 *  @brief Input and output files of commands, declared with their options and checked before a run.
 *
 *  An output is never an input, and two outputs are never the same file or stream. Files are
 *  compared by device and inode, not by name, so links, relative paths, /dev/stdin and redirected
 *  standard output are recognised.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_COMMAND_FILES_H
#define DESCRY_TOOLS_ARGUMENTS_COMMAND_FILES_H

#include <istream>
#include <string>

#include <CLI/CLI.hpp>

namespace descry {

/// A kind of file written by descry.
struct FileKind {
    /// In messages: "a model".
    const char* name;
    /// Whether a file, read from its beginning, is of this kind. Reads at most 64 KiB.
    bool (*matches)(std::istream& file);
};

extern const FileKind MODEL_FILE;
extern const FileKind PREPARED_FILE;
/// Groups as JSON lines, from `group`, `groups --format json` and `uniq --groups`.
extern const FileKind GROUP_FILE;
/// Lines of id, id and a number from 0 to 1, from `uniq --dropped` and `evaluate --make-gold`.
extern const FileKind PAIR_FILE;
extern const FileKind HELD_FILE;
/// Lines of id, two places, id, two places, a number from 0 to 1 and a count, from `uniq --pieces`.
extern const FileKind PIECE_FILE;
/// Lines of id, id and keep or drop, from `review`.
extern const FileKind DECISION_FILE;
/// An HTML page made by descry.
extern const FileKind PAGE_FILE;

/// Why @a path must not be replaced without --force: it is a file of another kind. Empty if it does
/// not exist, is empty, keeps no bytes, or is of @a kind.
std::string reason_to_keep(const std::string& path, const FileKind& kind);

/// What an option or argument names. Unless stated, `-` is an ordinary file name.
enum class FileUse {
    /// Files, directories and databases read before anything is printed; `-`, or no INPUT, is
    /// standard input. The reader reports what cannot be opened, if there are other inputs.
    INPUTS,
    /// The same, but printing while reading.
    STREAMED_INPUTS,
    /// Files without which there is no result.
    FILES,
    /// The same; `-` is standard input.
    FILES_OR_STREAM,
    DATABASES,
    /// Databases to write, existing or new.
    CHANGED_DATABASES,
    /// Ids: `-` reads them from standard input.
    IDS,
    /// The command's result, instead of standard output if given and not `-`.
    RESULT,
    /// An output in addition to the result.
    BESIDE,
    /// The same, rewritten with each step so that it is valid whenever the run stops.
    GROWING,
};

/// Declares what @a option names. @param no_file a value that names nothing. @return the option
CLI::Option* declare(CLI::Option* option, FileUse use, const char* no_file = "");

/// Declares that @a option of @a command names a file of @a kind, and adds --force, which allows
/// replacing files of another kind. @param use RESULT, BESIDE or GROWING. @return the option
CLI::Option* declare_output(CLI::App& command, CLI::Option* option, FileUse use,
                            const FileKind& kind);

bool may_replace(const CLI::App& command);

/// Checks the files on the parsed command line of @a command. Opens nothing for writing. Cost: a
/// look-up per named file and, if there are outputs, per file below input directories.
/// @throws std::runtime_error naming option and file: standard input is requested twice; a file is
///         written twice, or read and written, or in a directory that is read; an input is in a
///         database that is written; an output exists and is of another kind, or cannot be made; a
///         file, or every input, cannot be read
/// @throws std::logic_error an option for files was not declared
void check_files(const CLI::App& command);

/// Describes what a stopped run of the parsed command line leaves.
std::string describe_leftovers(const CLI::App& command);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_COMMAND_FILES_H
