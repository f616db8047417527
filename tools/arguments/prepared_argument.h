/** @file prepared_argument.h
 *  @brief Prepared files that are named on the command line.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_PREPARED_ARGUMENT_H
#define DESCRY_TOOLS_ARGUMENTS_PREPARED_ARGUMENT_H

#include <string>

#include <descry/prepared/prepared_documents.h>

namespace descry {

/// Whether there is a file of this name that begins as prepared files do.
bool is_prepared(const std::string& path);

/// Adds the documents of a prepared file. @throws std::runtime_error with its name: it cannot be
/// read, is damaged, or of another model or order than those before
void read_prepared(const std::string& path, PreparedDocuments& documents);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_PREPARED_ARGUMENT_H
