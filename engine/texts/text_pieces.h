/** @file text_pieces.h
 *  @brief The paragraphs or lines of a text.
 */
#ifndef DESCRY_TEXTS_TEXT_PIECES_H
#define DESCRY_TEXTS_TEXT_PIECES_H

#include <cstddef>
#include <string_view>
#include <vector>

namespace descry {

enum class PieceKind { PARAGRAPH, LINE };

struct TextRange {
    std::size_t begin = 0;
    std::size_t end = 0;

    friend bool operator==(const TextRange&, const TextRange&) = default;
};

/// The pieces of a text, ascending. Lines end with `\r\n`, `\n` or `\r`, and are empty if they have
/// nothing but whitespace (Unicode's White_Space). A PARAGRAPH is a run of non-empty lines with the
/// empty lines after it; a LINE is a non-empty line with its end. So removing a piece removes whole
/// lines, and keeps what separates the remaining ones. Leading whitespace is in no PARAGRAPH, and
/// empty lines are in no LINE.
/// @param text UTF-8, or another encoding with ASCII's line ends. Cost: linear.
std::vector<TextRange> pieces_of(std::string_view text, PieceKind kind);

/// Whether a text is nothing but whitespace.
bool is_white_space(std::string_view text);

}  // namespace descry

#endif  // DESCRY_TEXTS_TEXT_PIECES_H
