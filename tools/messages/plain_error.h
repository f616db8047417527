/** @file plain_error.h
 *  @brief What went wrong, in words that need no knowledge of who threw it.
 */
#ifndef DESCRY_TOOLS_MESSAGES_PLAIN_ERROR_H
#define DESCRY_TOOLS_MESSAGES_PLAIN_ERROR_H

#include <exception>
#include <string>

#include <xapian.h>

namespace descry {

/// Xapian's message without the name of its class, with the system's reason where it has one. What
/// says that a path is no database, or that a database is damaged, is put plainly.
std::string plain_message(const Xapian::Error& error);

/// what(), but of files the paths and the system's reason, and of std::bad_alloc "out of memory".
std::string plain_message(const std::exception& error);

}  // namespace descry

#endif  // DESCRY_TOOLS_MESSAGES_PLAIN_ERROR_H
