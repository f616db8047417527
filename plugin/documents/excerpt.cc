#include "plugin/documents/excerpt.h"

#include <cstdint>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace descry {

std::string excerpt(std::string_view text, std::size_t width) {
    std::string out;
    std::size_t shown = 0;
    bool space = false;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        UChar32 c = 0;
        U8_NEXT(bytes, i, text.size(), c);
        if (c >= 0 && u_isUWhiteSpace(c)) {
            space = shown > 0;
            continue;
        }
        if (shown + (space ? 1 : 0) >= width) return out + "…";
        if (space) {
            out += ' ';
            ++shown;
            space = false;
        }
        out += text.substr(begin, i - begin);
        ++shown;
    }
    return out;
}

}  // namespace descry
