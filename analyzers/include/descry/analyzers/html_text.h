/** @file html_text.h
 *  @brief Converts HTML to the text that a reader sees.
 */
#ifndef DESCRY_ANALYZERS_HTML_TEXT_H
#define DESCRY_ANALYZERS_HTML_TEXT_H

#include <optional>
#include <string>
#include <string_view>

#include <descry/analyzers/encoding.h>

namespace descry {

enum class PageParts {
    ALL,
    /// Without navigation and page furniture: nav, aside, search, header and footer (except those
    /// of an article, a section, main, blockquote, details, dialog, fieldset, figure or cell); the
    /// roles navigation, banner, contentinfo, complementary and search; hidden text (except
    /// until-found) and display:none; fallback content (noscript, noframes, noembed, template,
    /// canvas, audio, video, datalist); pictures' alternative text. ALL if this leaves less than
    /// half of the characters outside links and buttons, or less than a twentieth of all.
    MAIN,
};

/** The text of an HTML document, as lines of valid UTF-8 without a last line end.
 *
 *  Any input is accepted, however broken, without errors; nothing outside @a html is read.
 *  - Block elements (p, div, li, tr, h1, ...) and br end a line; a space precedes td and th; no
 *    line is empty, except in pre.
 *  - Whitespace is folded to one space and dropped at both ends of a line, except in pre and
 *    textarea. U+00A0 is not whitespace here.
 *  - The title is the first line. Not text: scripts, style sheets, comments, the content of iframe
 *    elements, and attributes except pictures' alternative text (alt) and the pages in iframes
 *    (srcdoc, nested up to four deep), which become blocks of the page around them.
 *  - HTML 4's entities are decoded; others ("&lsqb;") and those without their semicolon are kept as
 *    written. References to 128-159 mean windows-1252, as in browsers.
 *  - NUL and other control characters are dropped.
 *  @param charset the encoding's name, for example from an HTTP header: see html_encoding(). If
 *         that finds none, TextEncoding::guess() chooses.
 *  Cost: linear, 44 MB/s on real documentation (58 MB), with libxml2's HTML parser in push mode and
 *  no tree. Memory: three times the size of @a html. To stay linear on hostile input, elements
 *  nested more than some 500 deep are forgotten once their start is read, which can lose a pre or
 *  unhide a template, and tags of more than 16 KiB are cut short.
 *  @throws std::length_error a text of 2 GiB or more has to be converted to UTF-8; std::bad_alloc
 */
std::string html_to_text(std::string_view html, std::string_view charset = {},
                         PageParts parts = PageParts::ALL);

/// The declared encoding of @a html: @a charset if that is a name (TextEncoding::named()), else a
/// byte order mark, else a <meta> or an XML declaration in the first 1024 bytes; else nullopt.
std::optional<TextEncoding> html_encoding(std::string_view html, std::string_view charset = {});

/// Charset for html_to_text() of decoded input.
inline constexpr std::string_view UTF8_NAME = "utf-8";

}  // namespace descry

#endif  // DESCRY_ANALYZERS_HTML_TEXT_H
