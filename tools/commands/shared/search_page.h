/** @file search_page.h
 *  @brief Prints the results of `descry search`.
 */
#ifndef DESCRY_TOOLS_COMMANDS_SHARED_SEARCH_PAGE_H
#define DESCRY_TOOLS_COMMANDS_SHARED_SEARCH_PAGE_H

#include "tools/answers/search_answer.h"
#include "tools/messages/console.h"

namespace descry {

void print_page(const ShownPage& page, OutputFormat format);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_SEARCH_PAGE_H
