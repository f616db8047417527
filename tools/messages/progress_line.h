/** @file progress_line.h
 *  @brief The line of a terminal in which progress is shown. There is one a process.
 */
#ifndef DESCRY_TOOLS_MESSAGES_PROGRESS_LINE_H
#define DESCRY_TOOLS_MESSAGES_PROGRESS_LINE_H

#include <string_view>

namespace descry {

/// Puts @a text in the place of what the line showed before, on standard error, which has to be a
/// terminal. From any thread.
void show_progress_line(std::string_view text);

/// Erases the line, where there is one: before anything else is written to the terminal.
void clear_progress_line();

}  // namespace descry

#endif  // DESCRY_TOOLS_MESSAGES_PROGRESS_LINE_H
