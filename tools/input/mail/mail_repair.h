/** @file mail_repair.h
 *  @brief Repairs mails that break the rules of RFC 5322, 2046 and 2047, before GMime reads them.
 */
#ifndef DESCRY_TOOLS_INPUT_MAIL_MAIL_REPAIR_H
#define DESCRY_TOOLS_INPUT_MAIL_MAIL_REPAIR_H

#include <string>
#include <string_view>

namespace descry {

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

#endif  // DESCRY_TOOLS_INPUT_MAIL_MAIL_REPAIR_H
