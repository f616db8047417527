/** @file own_words.h
 *  @brief What the writer of a mail wrote, without what is quoted or forwarded.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_OWN_WORDS_H
#define DESCRY_TOOLS_INPUT_PARSING_OWN_WORDS_H

#include <string>
#include <string_view>

namespace descry {

/// The text of a mail without lines that begin with `>`, without the line that introduces them ("On
/// ... wrote:"), and from where an earlier mail is joined whole: behind a line of dashes ("Original
/// Message", "Forwarded by"), a block of three header lines or more (From, Sent, To, Subject), or
/// an introducing line with a number whose quotation has no marks.
///
/// Words of introductions are known in English, German, French, Spanish, Italian, Portuguese,
/// Dutch, Polish, Swedish (Danish, Norwegian), Russian, Chinese and Japanese.
/// @param text valid UTF-8; lines end by `\n` or `\r\n`
/// @param has_subject the first line is the subject; as one that says so is
/// @return the whole text where fewer than 8 words would be left beside the subject: a mail that
/// forwards another, or only thanks for it
/// Cost: linear.
std::string own_words(std::string_view text, bool has_subject);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_OWN_WORDS_H
