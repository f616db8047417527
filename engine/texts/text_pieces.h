/** @file text_pieces.h
 *  @brief The paragraphs or lines of a text.
 */
#ifndef DESCRY_TEXTS_TEXT_PIECES_H
#define DESCRY_TEXTS_TEXT_PIECES_H

#include <cstddef>
#include <string_view>
#include <vector>

namespace descry {

/// What a text is cut into.
enum class PieceKind { PARAGRAPH, LINE };

/// Bytes of a text, from `begin` to the one before `end`.
struct TextRange {
    std::size_t begin = 0;
    std::size_t end = 0;

    friend bool operator==(const TextRange&, const TextRange&) = default;
};

/// The pieces of a text, ascending. Lines end with `\r\n`, `\n` or `\r`, and are empty where they
/// have nothing but white space (Unicode's White_Space). A paragraph is a run of lines that are not
/// empty, with the empty lines behind it; a LINE is one of those lines, with its end. So no piece
/// is without another character, and where one is taken out, whole lines are, and what stands
/// between the pieces around it is what stood before it. White space at the beginning is in no
/// paragraph, and empty lines are in no LINE.
/// @param text UTF-8, or another encoding that has ASCII's line ends. Cost: linear.
std::vector<TextRange> pieces_of(std::string_view text, PieceKind kind);

/// Whether there is nothing but white space in a text.
bool is_white_space(std::string_view text);

}  // namespace descry

#endif  // DESCRY_TEXTS_TEXT_PIECES_H
