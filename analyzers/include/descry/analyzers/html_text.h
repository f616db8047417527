/** @file html_text.h
 *  @brief HTML to the text that a reader sees.
 */
#ifndef DESCRY_ANALYZERS_HTML_TEXT_H
#define DESCRY_ANALYZERS_HTML_TEXT_H

#include <optional>
#include <string>
#include <string_view>

#include <descry/analyzers/encoding.h>

namespace descry {

/// What of a page is its text.
enum class PageParts {
    /// All that is text, shown or not.
    ALL,
    /// Without navigation and what is around a page: nav, aside, search, header and footer (but
    /// those of an article, a section, main, blockquote, details, dialog, fieldset, figure or
    /// cell), the roles navigation, banner, contentinfo, complementary and search; what is hidden
    /// (but until-found) or displayed not at all; what is shown instead of something else
    /// (noscript, noframes, noembed, template, canvas, audio, video, datalist), and pictures'
    /// alternative text. ALL where this leaves less than half of the characters, not counting
    /// dropped links and buttons, or less than a twentieth, counting them.
    MAIN,
};

/** The text of an HTML document, as lines of valid UTF-8 without a last line end.
 *
 *  Any input is taken, however broken; there are no errors, and nothing outside @a html is read.
 *  - Block elements (p, div, li, tr, h1, ...) and br end a line; td and th are set off by a space;
 *    no line is empty, except in pre.
 *  - White space is folded to one space and dropped at both ends of a line, except in pre and
 *    textarea. U+00A0 is no white space here.
 *  - The title is the first line. Scripts, style sheets, comments, what stands between an iframe's
 *    tags, and attributes are no text, but pictures' alternative text (alt) and the pages that
 *    iframes show (srcdoc, four in each other), which are read as a block of the page around them.
 *  - HTML 4's entities are decoded; others ("&lsqb;") and those without their semicolon stay as
 * they are written. References to 128-159 mean windows-1252, as in browsers.
 *  - NUL and other control characters are dropped.
 *
 *  @param charset  the encoding's name, from a HTTP header for example: see html_encoding(). Where
 *                  that finds nothing, TextEncoding::guess() finds one.
 *
 *  Cost: linear, 44 MB/s on real documentation (58 MB), with libxml2's HTML parser in push mode and
 * no tree. Memory: three times the size of @a html. To stay linear on hostile input, elements
 * nested more than some 500 deep are forgotten as soon as their start is read, which can lose a pre
 * or unhide a template, and tags of more than 16 KiB are cut short.
 *
 *  @throws std::length_error when a text of 2 GiB or more has to be converted to UTF-8;
 *          std::bad_alloc.
 */
std::string html_to_text(std::string_view html, std::string_view charset = {},
                         PageParts parts = PageParts::ALL);

/// What @a html says of its encoding: @a charset where that is a name (TextEncoding::named()), else
/// a byte order mark, else a <meta>, or an XML declaration, in the first 1024 bytes. Nothing where
/// there is none.
std::optional<TextEncoding> html_encoding(std::string_view html, std::string_view charset = {});

/// For html_to_text(), of what was decoded already.
inline constexpr std::string_view UTF8_NAME = "utf-8";

}  // namespace descry

#endif  // DESCRY_ANALYZERS_HTML_TEXT_H
