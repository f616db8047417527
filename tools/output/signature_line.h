/** @file signature_line.h
 *  @brief A document's signatures as one line, for programs.
 */
#ifndef DESCRY_TOOLS_OUTPUT_SIGNATURE_LINE_H
#define DESCRY_TOOLS_OUTPUT_SIGNATURE_LINE_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace descry {

/// A signature as it is printed: hex digits, a number, several of either, or null where there is
/// nothing to sign.
using SignatureValue =
    std::variant<std::monostate, std::string, std::uint64_t, std::vector<std::string>,
                 std::vector<std::uint32_t>, std::vector<std::uint64_t>>;

/// Values by name, in the order in which they are printed.
using NamedSignatures = std::vector<std::pair<std::string, SignatureValue>>;

/// An object, the id first; without the end of the line.
std::string signatures_as_json(std::string_view id, const NamedSignatures& signatures);

/// The id and the values, of which null is empty and several are JSON; without the end of the line.
std::string signatures_as_tsv(std::string_view id, const NamedSignatures& signatures);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_SIGNATURE_LINE_H
