/** @file excerpt.h
 *  @brief The beginning of a text, for messages and lists.
 */
#ifndef DESCRY_DOCUMENTS_EXCERPT_H
#define DESCRY_DOCUMENTS_EXCERPT_H

#include <cstddef>
#include <string>
#include <string_view>

namespace descry {

/// @a text with its white space folded to single blanks, cut to @a width characters (code points)
/// with an ellipsis. Other control characters stay.
std::string excerpt(std::string_view text, std::size_t width);

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_EXCERPT_H
