#include "engine/texts/text_pieces.h"

#include <algorithm>
#include <optional>

#include "analyzers/utf8.h"

namespace descry {

namespace {

// Unicode's White_Space.
bool is_white_space_character(char32_t c) {
    constexpr std::u32string_view OTHERS = U" \u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000";
    return (c >= 0x9 && c <= 0xd) || (c >= 0x2000 && c <= 0x200a) || OTHERS.find(c) != OTHERS.npos;
}

}  // namespace

bool is_white_space(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::optional<char32_t> c = next_code_point(text, at);
        if (!c || !is_white_space_character(*c)) return false;
    }
    return true;
}

std::vector<TextRange> pieces_of(std::string_view text, PieceKind kind) {
    std::vector<TextRange> pieces;
    bool goes_on = false;  // the paragraph
    for (std::size_t begin = 0, next = 0; begin < text.size(); begin = next) {
        const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
        next = std::min(end + (text.substr(end).starts_with("\r\n") ? 2 : 1), text.size());
        const bool is_empty = is_white_space(text.substr(begin, end - begin));
        if (!is_empty && !goes_on) pieces.push_back({begin, next});
        goes_on = kind == PieceKind::PARAGRAPH && !is_empty;
        if (kind == PieceKind::PARAGRAPH && !pieces.empty()) pieces.back().end = next;
    }
    return pieces;
}

}  // namespace descry
