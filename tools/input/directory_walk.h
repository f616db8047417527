/** @file directory_walk.h
 *  @brief The files below a directory, in an order that does not depend on the file system.
 */
#ifndef DESCRY_TOOLS_INPUT_DIRECTORY_WALK_H
#define DESCRY_TOOLS_INPUT_DIRECTORY_WALK_H

#include <cstdint>
#include <string>
#include <vector>

#include "messages/diagnostics.h"

namespace descry {

/// Walks a directory depth first; the entries of each directory in the bytewise order of their
/// names. Hidden files are included. Symbolic links to files are followed, links to directories are
/// not, so a walk ends. Memory: the names of the directories from the root to the current one.
class DirectoryWalk {
  public:
    /// @param root  the directory as the user gave it; also when it is a link to one.
    /// @param problems  where directories that cannot be read are reported (the walk goes on), and
    /// special files and broken links counted as skipped; nullptr: nowhere.
    DirectoryWalk(const std::string& root, Diagnostics* problems);

    /// Goes to the next file: @a path is the root as given, a slash unless it ends in one, and the
    /// path below it; @a size its bytes. False at the end.
    bool next(std::string& path, std::uint64_t& size);

  private:
    // A directory on the way down. Its names are in descending order: the next one is the last.
    struct Level {
        std::string prefix;
        std::vector<std::string> names;
    };

    void enter(const std::string& directory);

    Diagnostics* problems_;
    std::vector<Level> levels_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_DIRECTORY_WALK_H
