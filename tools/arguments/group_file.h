/** @file group_file.h
 *  @brief Groups in files.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_GROUP_FILE_H
#define DESCRY_TOOLS_ARGUMENTS_GROUP_FILE_H

#include <string>

#include <descry/jobs/group_import.h>

namespace descry {

/// Reads the groups that `descry combine` wrote, a line each. Memory: the groups.
/// @param path "-" is standard input
/// @throws std::runtime_error naming the file and the line of what is no group, or of another model
///         than the lines before it
NamedGroups read_group_file(const std::string& path);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_GROUP_FILE_H
