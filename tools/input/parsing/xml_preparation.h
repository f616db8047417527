/** @file xml_preparation.h
 *  @brief XML as it is found becomes XML that libxml2 reads to its end.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_XML_PREPARATION_H
#define DESCRY_TOOLS_INPUT_PARSING_XML_PREPARATION_H

#include <string>

namespace descry {

/// Makes of @a xml, valid UTF-8, what means the same to people and loses nothing in libxml2: `&`
/// and
/// `<` that begin nothing are escaped, and so is what stands in CDATA; characters that XML 1.0 does
/// not allow become blanks. Line ends stay. Cost: linear.
void prepare_xml(std::string& xml);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_XML_PREPARATION_H
