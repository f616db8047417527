/** @file mail_lines.h
 *  @brief Recognises header lines of mails, and lines that separate the messages of an mbox;
 * repairs mails that break the rules of RFC 5322, 2046 and 2047 (mail_repair.cc).
 */
#ifndef DESCRY_TOOLS_INPUT_MAIL_MAIL_LINES_H
#define DESCRY_TOOLS_INPUT_MAIL_MAIL_LINES_H

#include <cstddef>
#include <string>
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

/// Replaces each carriage return that ends a line alone, as in files of old Macintosh computers, by
/// a line feed, if the first line ends so; leaves other texts unchanged.
void repair_line_ends(std::string& text);

/// Whether the first line ends with a carriage return alone.
bool has_old_line_ends(std::string_view text);

/// The message with an empty line after each header without one: of the message, of parts, and of
/// messages in parts. As in Python's `email`, the first line that is not a header line begins the
/// body; but if a line that describes the body (MIME-Version, Content-Type and others) follows
/// before the next empty line, it is a damaged line within the header. Cost: linear.
/// @return empty if no empty line is missing
std::string with_ended_headers(std::string_view message);

/// A header's value (RFC 2047) whose adjacent encoded words of one charset, which may split a
/// character, are one word.
/// @return empty if GMime joins them itself: words of one encoding and spelling without padding
std::string with_joined_words(std::string_view value);

/// A date as GMime understands it: `8:00 PM` as `20:00`, zones `+09:00` and `GMT+0900` as `+0900`.
std::string with_regular_time(std::string_view date);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_MAIL_MAIL_LINES_H
