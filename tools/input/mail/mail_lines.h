/** @file mail_lines.h
 *  @brief Recognises header lines of mails, and lines that separate the messages of an mbox.
 */
#ifndef DESCRY_TOOLS_INPUT_MAIL_MAIL_LINES_H
#define DESCRY_TOOLS_INPUT_MAIL_MAIL_LINES_H

#include <cstddef>
#include <string_view>

namespace descry {

/// Whether a header line may have that name: printable ASCII without blanks.
bool is_header_name(std::string_view name);

/// The name of a header line (`Message-ID` of `Message-ID: <1@a>`); empty if it is not one.
std::string_view header_name(std::string_view line);

/// Removes the first line from @a text. @return the line, without `\n` or `\r\n`
std::string_view cut_line(std::string_view& text);

/// Whether the bytes begin with a mail's header, not that of another file of `name: value` lines:
/// From and one of Date, Message-ID, Received and Subject are among its lines, or two of Received,
/// Return-Path, Delivered-To and Message-ID. An incomplete last line is ignored.
bool begins_with_mail_header(std::string_view bytes);

enum class FromLine {
    NONE,    ///< does not begin with `From `
    WORDS,   ///< `From what I see`, `From`: text, unless a mail header follows
    SENDER,  ///< `From - `, `From a@b.c`, `From 12@xxx`, `From `, and anything after it; or a name
             ///< and a day: `From root Sat Jan  3 1996`
    DATED,   ///< a time and a year in any form: `From a@b.c Sat Jan  3 01:05:34 1996`
};

FromLine from_line(std::string_view line);

/// Whether @a line separates two messages of an mbox. It does if it is
/// - DATED, after an empty line: and an empty line, a header line, another From line or nothing
///   follows;
/// - DATED, after text: and a header line follows;
/// - SENDER, after an empty line: and a header line follows;
/// - SENDER, after text, or WORDS, after an empty line: and a mail header follows. `>From ` counts
///   as a header line.
/// @param after_blank an empty line, or nothing, precedes it
/// @param following MAIL_HEADER_SIZE bytes after it, or all there are
bool parts_messages(std::string_view line, bool after_blank, std::string_view following);

inline constexpr std::size_t MAIL_HEADER_SIZE = std::size_t{16} << 10;

/// @a bytes from the first line of a mail's header on, without a preceding byte order mark, empty
/// lines, and lines `From ` and `>From `. All of @a bytes if no header line follows these.
std::string_view without_mail_preamble(std::string_view bytes);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_MAIL_MAIL_LINES_H
