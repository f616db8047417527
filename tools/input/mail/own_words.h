/** @file own_words.h
 *  @brief The writer's own words in a mail, without quoted or forwarded text.
 */
#ifndef DESCRY_TOOLS_INPUT_MAIL_OWN_WORDS_H
#define DESCRY_TOOLS_INPUT_MAIL_OWN_WORDS_H

#include <string>
#include <string_view>

namespace descry {

/// The text of a mail without lines that begin with `>`, without the line that introduces them ("On
/// ... wrote:"), and without an earlier mail appended in full: after a line of dashes ("Original
/// Message", "Forwarded by"), a block of three or more header lines (From, Sent, To, Subject), or
/// an introducing line with a number whose quotation has no marks.
///
/// Introductions are recognised in English, German, French, Spanish, Italian, Portuguese, Dutch,
/// Polish, Swedish (Danish, Norwegian), Russian, Chinese and Japanese. Cost: linear.
/// @param text valid UTF-8; lines end with `\n` or `\r\n`
/// @param has_subject the first line is the subject, as is a first line that says so
/// @return the whole text if fewer than 8 words would be left beside the subject, as in a mail that
///         only forwards another or gives thanks for it
std::string own_words(std::string_view text, bool has_subject);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_MAIL_OWN_WORDS_H
