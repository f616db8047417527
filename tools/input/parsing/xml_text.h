/** @file xml_text.h
 *  @brief XML becomes the text of its elements.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_XML_TEXT_H
#define DESCRY_TOOLS_INPUT_PARSING_XML_TEXT_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace descry {

/// What an XML document says.
struct XmlText {
    /// The text of all elements, of each on lines of its own; of a feed, of each of its items
    /// (`item` of RSS, `entry` of Atom) a text.
    std::vector<std::string> texts;
    bool is_feed = false;

    /// Why the document is refused; empty when it is not. And the line, from 1.
    std::string refusal;
    std::size_t line = 0;
};

/** Reads @a xml, valid UTF-8 whatever its declaration says, by libxml2.
 *
 *  Taken is what stands between tags and in CDATA. Tags, attributes, comments and processing
 *  instructions are not; a tag separates words. Entities are replaced by what the document itself
 *  declares them to be, without tags that stand in it, or by HTML's characters; others, those of
 *  files among them, stay as they are written. Nothing but @a xml is read.
 *
 *  What is not well-formed is read as far as nothing is lost: end tags that are missing, bare `&`
 *  and `<`, control characters (which separate words). Else it is refused, and so are entities
 *  that are named behind such a place or expand to more than MOST_EXPANDED bytes beyond ten times
 *  the document.
 *
 *  Cost: linear. Memory: four times the size.
 */
XmlText read_xml(std::string xml);

inline constexpr std::size_t MOST_EXPANDED = std::size_t{1} << 20;

/// Makes of @a xml, valid UTF-8, what means the same to people and loses nothing in libxml2: `&`
/// and
/// `<` that begin nothing are escaped, and so is what stands in CDATA; characters that XML 1.0 does
/// not allow become blanks. Line ends stay. Cost: linear.
void prepare_xml(std::string& xml);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_XML_TEXT_H
