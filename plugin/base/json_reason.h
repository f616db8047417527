/** @file json_reason.h
 *  @brief Why stored JSON cannot be read, in words.
 */
#ifndef DESCRY_PLUGIN_BASE_JSON_REASON_H
#define DESCRY_PLUGIN_BASE_JSON_REASON_H

#include <exception>
#include <string>
#include <string_view>

namespace descry {

/// what() without "[json.exception.parse_error.101]", by which nlohmann's exceptions begin.
inline std::string json_reason(const std::exception& error) {
    constexpr std::string_view MARK = "[json.exception.";
    constexpr std::string_view END = "] ";
    std::string_view reason = error.what();
    const std::size_t end = reason.find(END);
    if (reason.starts_with(MARK) && end != std::string_view::npos)
        reason.remove_prefix(end + END.size());
    return std::string(reason);
}

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_JSON_REASON_H
