/** @file printable.h
 *  @brief Makes paths, ids and other foreign bytes safe for terminals, and error messages readable.
 */
#ifndef DESCRY_TOOLS_MESSAGES_PRINTABLE_H
#define DESCRY_TOOLS_MESSAGES_PRINTABLE_H

#include <exception>
#include <string>
#include <string_view>

namespace Xapian {
class Error;
}

namespace descry {

/// @a text in one line without terminal controls: control characters become `\n`, `\t` or `\xHH`,
/// those from U+0080 on and invisible characters (direction marks, joiners, zero-width ones, line
/// and paragraph separators, tags) `\uHHHH` or `\UHHHHHHHH`, and invalid UTF-8 `\xHH`. Keeps
/// variation selectors, as in emoji, and backslashes: the output is not for parsing.
std::string printable(std::string_view text);

/// Xapian's message without its class name, with the system's reason, if any. Reworded if a path is
/// not a database or a database is damaged.
std::string plain_message(const Xapian::Error& error);

/// what(), but for file errors the paths and the system's reason; std::bad_alloc: "out of memory".
std::string plain_message(const std::exception& error);

}  // namespace descry

#endif  // DESCRY_TOOLS_MESSAGES_PRINTABLE_H
