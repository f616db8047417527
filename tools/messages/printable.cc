#include "messages/printable.h"

#include <cstdint>

#include <fmt/format.h>
#include <unicode/utf8.h>

namespace descry {

namespace {

bool is_control(UChar32 c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

std::string escaped_control(UChar32 c) {
    if (c == '\n') return "\\n";
    if (c == '\t') return "\\t";
    return c < 0x80 ? fmt::format("\\x{:02x}", c) : fmt::format("\\u{:04x}", c);
}

}  // namespace

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        UChar32 c = 0;
        U8_NEXT(bytes, i, text.size(), c);
        if (c < 0) {
            for (std::size_t j = begin; j < i; ++j)
                out += fmt::format("\\x{:02x}", bytes[j]);
        } else if (is_control(c)) {
            out += escaped_control(c);
        } else {
            out += text.substr(begin, i - begin);
        }
    }
    return out;
}

}  // namespace descry
