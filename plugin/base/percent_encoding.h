/** @file percent_encoding.h
 *  @brief Decodes addresses: `%20` is a space.
 */
#ifndef DESCRY_PLUGIN_BASE_PERCENT_ENCODING_H
#define DESCRY_PLUGIN_BASE_PERCENT_ENCODING_H

#include <charconv>
#include <string>
#include <string_view>

namespace descry {

/// Signs that no two hexadecimal digits follow remain. @param is_valid set to false for these
inline std::string percent_decoded(std::string_view text, bool& is_valid) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        const std::string_view digits = text.substr(i + 1, text[i] == '%' ? 2 : 0);
        const char* const end = digits.data() + digits.size();
        if (digits.size() == 2 && std::from_chars(digits.data(), end, byte, 16).ptr == end) {
            decoded += static_cast<char>(byte);
            i += 2;
        } else {
            decoded += text[i];
            is_valid = is_valid && text[i] != '%';
        }
    }
    return decoded;
}

inline std::string percent_decoded(std::string_view text) {
    bool is_valid = true;
    return percent_decoded(text, is_valid);
}

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_PERCENT_ENCODING_H
