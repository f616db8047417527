/** @file mail_lines.h
 *  @brief The lines by which mails are known: those of headers, and those that part the messages of
 *         an mbox.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_MAIL_LINES_H
#define DESCRY_TOOLS_INPUT_PARSING_MAIL_LINES_H

#include <cstddef>
#include <string_view>

namespace descry {

/// The name of a header line (`Message-ID` of `Message-ID: <1@a>`); empty when it is none.
std::string_view header_name(std::string_view line);

/// Cuts the first line off @a text. @return the line, without `\n` or `\r\n`
std::string_view cut_line(std::string_view& text);

/// Whether the header of a mail comes first, not that of another file of `name: value` lines: From
/// and one of Date, Message-ID, Received and Subject are among its lines, or two of Received,
/// Return-Path, Delivered-To and Message-ID. A last line without an end is not looked at.
bool begins_with_mail_header(std::string_view bytes);

/// How surely a line parts two messages.
enum class FromLine {
    NONE,    ///< does not begin with `From `
    WORDS,   ///< `From what I see`, `From`: text, unless the header of a mail follows
    SENDER,  ///< `From - `, `From a@b.c`, `From 12@xxx`, `From `, and whatever is behind; a day
             ///< behind a name: `From root Sat Jan  3 1996`
    DATED,   ///< a time and a year: `From a@b.c Sat Jan  3 01:05:34 1996`, in any form
};

/// What @a line, without its end, may be.
FromLine from_line(std::string_view line);

/// Whether @a line parts two messages of an mbox. It does
/// - DATED, after a blank line: where a blank line, a header line or another From line follows, or
///   nothing;
/// - DATED, after text: where a header line follows;
/// - SENDER, after a blank line: where a header line follows;
/// - SENDER, after text, and WORDS, after a blank line: where the header of a mail follows.
/// `>From ` counts as a header line.
/// @param after_blank  a blank line stands before it, or nothing
/// @param following    what stands behind it, as much as MAIL_HEADER_SIZE, or all there is
bool parts_messages(std::string_view line, bool after_blank, std::string_view following);

/// So much of a header is looked at.
inline constexpr std::size_t MAIL_HEADER_SIZE = std::size_t{16} << 10;

/// @a bytes from the first line of a mail's header on: without a byte order mark, empty lines, and
/// lines `From ` and `>From ` before it. All of @a bytes where no header line follows these.
std::string_view without_mail_preamble(std::string_view bytes);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_MAIL_LINES_H
