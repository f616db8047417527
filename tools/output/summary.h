/** @file summary.h
 *  @brief A line that tells a person what a document is.
 */
#ifndef DESCRY_TOOLS_SUMMARY_H
#define DESCRY_TOOLS_SUMMARY_H

#include <string>

namespace descry {

/// The beginning of a document, from its data: of descry's own (JSON with `title` or `text`), or of
/// omindex's and recoll's (NAME=VALUE lines). Empty when the data tells nothing.
std::string summary_of(const std::string& data);

}  // namespace descry

#endif  // DESCRY_TOOLS_SUMMARY_H
