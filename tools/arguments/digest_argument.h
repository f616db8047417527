/** @file digest_argument.h
 *  @brief Digests that are named on the command line.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_DIGEST_ARGUMENT_H
#define DESCRY_TOOLS_ARGUMENTS_DIGEST_ARGUMENT_H

#include <string>

#include <descry/digests/digested_documents.h>

namespace descry {

/// Whether there is a file of this name that begins as digests do.
bool is_digest(const std::string& path);

/// Adds the documents of a digest. @throws std::runtime_error with its name: it cannot be read, is
/// damaged, or of another model or order than those before
void read_digest(const std::string& path, DigestedDocuments& documents);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_DIGEST_ARGUMENT_H
