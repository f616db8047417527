/** @file named_file.h
 *  @brief A file, folder or stream of the command line, known by what it is and not by its name.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_NAMED_FILE_H
#define DESCRY_TOOLS_ARGUMENTS_NAMED_FILE_H

#include <optional>
#include <string>

#include <sys/stat.h>

namespace descry {

/// As it was when this was made.
struct NamedFile {
    enum class Stream { NONE, INPUT, OUTPUT };

    /// Of what the option or argument @a given_by gives; the standard stream where it is one.
    NamedFile(std::string given_by, std::string given, Stream standard);

    /// "--dropped FILE", for messages.
    std::string name() const { return option + ' ' + value; }

    bool is_folder() const { return status && S_ISDIR(status->st_mode); }
    /// A file of bytes that stay, or a disk.
    bool keeps_bytes() const;
    /// A pipe, socket or terminal: what was read of it is gone, and what two write into it is
    /// mixed. Devices such as /dev/null are none.
    bool is_flowing() const;
    /// Both are there, and one.
    bool is_same(const NamedFile& other) const;

    std::string option;
    std::string value;
    Stream stream;
    /// nullopt: nothing is there.
    std::optional<struct stat> status;
};

/// Whether two outputs would be one. Of files that are not there yet, the paths tell.
bool is_one_output(const NamedFile& one, const NamedFile& other);

/// Whether @a output is @a input, or stands in the folder that it is, or below: by its path, there
/// or not yet, and by a look at each file there. What keeps no bytes, as a terminal, never does.
bool is_within(const NamedFile& output, const NamedFile& input);

/// Why an input cannot be opened, with its name; empty where it can, as far as can be told.
std::string why_not_read(const NamedFile& input);

/// Why an output cannot be written, or made beside what is there, with its name; empty where it
/// can.
std::string why_not_written(const NamedFile& output);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_NAMED_FILE_H
