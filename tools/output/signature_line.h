/** @file signature_line.h
 *  @brief A document's signatures as one line, for programs.
 */
#ifndef DESCRY_TOOLS_OUTPUT_SIGNATURE_LINE_H
#define DESCRY_TOOLS_OUTPUT_SIGNATURE_LINE_H

#include <string>
#include <string_view>

#include "engine/signatures/text_signer.h"

namespace descry {

/// An object, the id first; without the end of the line.
std::string signatures_as_json(std::string_view id, const NamedSignatures& signatures);

/// The id and the values, of which null is empty and several are JSON; without the end of the line.
std::string signatures_as_tsv(std::string_view id, const NamedSignatures& signatures);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_SIGNATURE_LINE_H
