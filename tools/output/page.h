/** @file page.h
 *  @brief How the pages that descry writes begin, and their common look.
 */
#ifndef DESCRY_TOOLS_OUTPUT_PAGE_H
#define DESCRY_TOOLS_OUTPUT_PAGE_H

#include <string>

#include "output/markup.h"

namespace descry {

/// Stands in the head of each page.
inline constexpr const char* PAGE_MARK = R"(<meta name="generator" content="descry")";

/// Begins a page of @a title, as far as into its body. It stands alone: what it looks like is in
/// it. @param style CSS of this page, after that of all: tables of numbers, the first column text
void begin_page(MarkupWriter& to, const std::string& title, const std::string& style);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_PAGE_H
