/** @file html_preparation.h
 *  @brief What browsers read otherwise than libxml2 does.
 */
#ifndef DESCRY_ANALYZERS_HTML_PREPARATION_H
#define DESCRY_ANALYZERS_HTML_PREPARATION_H

#include <string>

namespace descry {

/// Makes of @a html, valid UTF-8, what libxml2 reads as browsers do: line ends are LF, form feeds
/// are spaces, NUL is dropped; a comment that ends at the next ">", and a tag that means nothing to
/// us and after which libxml2 would read no more, become processing instructions, and are dropped
/// where the document ends within them. Cost: linear.
void prepare_html(std::string& html);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_HTML_PREPARATION_H
