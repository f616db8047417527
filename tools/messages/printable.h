/** @file printable.h
 *  @brief Paths, ids and other foreign bytes, as a terminal may be given them.
 */
#ifndef DESCRY_TOOLS_MESSAGES_PRINTABLE_H
#define DESCRY_TOOLS_MESSAGES_PRINTABLE_H

#include <string>
#include <string_view>

namespace descry {

/// @a text in one line that says nothing to a terminal but what it shows: control characters become
/// `\n`, `\t` or `\xHH`, those from U+0080 to U+009F `\u00HH`, and bytes that are no UTF-8 `\xHH`.
/// A backslash stays one: this is for people, and not to be read back.
std::string printable(std::string_view text);

}  // namespace descry

#endif  // DESCRY_TOOLS_MESSAGES_PRINTABLE_H
