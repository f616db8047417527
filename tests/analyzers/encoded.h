/** @file encoded.h
 *  @brief Text in another encoding.
 */
#ifndef DESCRY_TESTS_ANALYZERS_ENCODED_H
#define DESCRY_TESTS_ANALYZERS_ENCODED_H

#include <cstdint>
#include <string>
#include <string_view>

#include <unicode/unistr.h>

namespace descry::testing {

inline std::string encoded(const char* encoding, std::string_view utf8) {
    const auto units = icu::UnicodeString::fromUTF8(
        icu::StringPiece(utf8.data(), static_cast<std::int32_t>(utf8.size())));
    std::string bytes(4 * utf8.size(), '\0');
    bytes.resize(static_cast<std::size_t>(units.extract(
        0, units.length(), bytes.data(), static_cast<std::uint32_t>(bytes.size()), encoding)));
    return bytes;
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_ANALYZERS_ENCODED_H
