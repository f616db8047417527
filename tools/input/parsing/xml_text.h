/** @file xml_text.h
 *  @brief Extracts the text of XML elements.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_XML_TEXT_H
#define DESCRY_TOOLS_INPUT_PARSING_XML_TEXT_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace descry {

struct XmlText {
    /// The text of all elements, each on separate lines; for a feed (RSS, Atom), one per item.
    std::vector<std::string> texts;
    bool is_feed = false;

    /// Why the document is rejected; empty if it is not. And the line, from 1.
    std::string rejection;
    std::size_t line = 0;
};

/** Reads @a xml, valid UTF-8 whatever its declaration says, by libxml2.
 *
 *  Extracts text between tags and in CDATA, without tags, attributes, comments and processing
 *  instructions; a tag separates words. Entities are replaced by the document's own declarations,
 *  without tags in them, or by HTML's characters; others, including files, are unchanged. Nothing
 *  but @a xml is read.
 *
 *  Input that is not well-formed is read if nothing is lost: missing end tags, bare `&` and `<`,
 *  control characters (which separate words). Otherwise it is rejected, as are entities that occur
 *  after such a place or expand to more than MOST_EXPANDED bytes beyond ten times the document.
 *
 *  Cost: linear. Memory: four times the size.
 */
XmlText read_xml(std::string xml);

inline constexpr std::size_t MOST_EXPANDED = std::size_t{1} << 20;

/// Rewrites @a xml, valid UTF-8, for libxml2: escapes bare `&` and `<` and text in CDATA; replaces
/// characters not allowed in XML 1.0 by spaces; drops a tag that is cut. Line ends are kept. Cost:
/// linear.
void prepare_xml(std::string& xml);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_XML_TEXT_H
