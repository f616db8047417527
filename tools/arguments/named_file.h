/** @file named_file.h
 *  @brief A file, directory or stream on the command line, identified by inode rather than name.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_NAMED_FILE_H
#define DESCRY_TOOLS_ARGUMENTS_NAMED_FILE_H

#include <optional>
#include <string>

#include <sys/stat.h>

namespace descry {

/// Describes the file when this object was made.
struct NamedFile {
    enum class Stream { NONE, INPUT, OUTPUT };

    /// The file that @a given, the value of option or argument @a given_by, names.
    /// @param standard the standard stream that it stands for, if any
    NamedFile(std::string given_by, std::string given, Stream standard);

    /// "--dropped FILE", for messages.
    std::string name() const { return option + ' ' + value; }

    bool is_folder() const { return status && S_ISDIR(status->st_mode); }
    /// A regular file, or a disk.
    bool keeps_bytes() const;
    /// A pipe, socket or terminal, which reading consumes and two writers mix; not /dev/null.
    bool is_flowing() const;
    bool is_same(const NamedFile& other) const;

    std::string option;
    std::string value;
    Stream stream;
    /// nullopt: does not exist.
    std::optional<struct stat> status;
};

/// Whether two outputs are the same file. Files that do not exist yet are compared by path.
bool is_one_output(const NamedFile& one, const NamedFile& other);

/// Whether @a output is @a input, or is in or below that directory: by its path, existing or not,
/// and by comparing each file there. False for files that keep no bytes, such as terminals.
bool is_within(const NamedFile& output, const NamedFile& input);

/// Why an input cannot be opened, with its name; empty if it seems readable.
std::string reason_not_read(const NamedFile& input);

/// Why an output cannot be written or created, with its name; empty if it can.
std::string reason_not_written(const NamedFile& output);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_NAMED_FILE_H
