/** @file printable.h
 *  @brief Paths, ids and other foreign bytes as a terminal may be given them, and errors in words
 *         that need no knowledge of who threw them.
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

/// @a text in one line that says nothing to a terminal but what it shows: control characters become
/// `\n`, `\t` or `\xHH`, those from U+0080 on and characters that are not seen (marks of direction,
/// joiners, of zero width, ends of lines and paragraphs, tags) `\uHHHH` or `\UHHHHHHHH`, and bytes
/// that are no UTF-8 `\xHH`. Selectors of variants, as in emoji, stay. A backslash stays one: this
/// is for people, and not to be read back.
std::string printable(std::string_view text);

/// Xapian's message without the name of its class, with the system's reason where it has one. What
/// says that a path is no database, or that a database is damaged, is put plainly.
std::string plain_message(const Xapian::Error& error);

/// what(), but of files the paths and the system's reason, and of std::bad_alloc "out of memory".
std::string plain_message(const std::exception& error);

}  // namespace descry

#endif  // DESCRY_TOOLS_MESSAGES_PRINTABLE_H
