/** @file record_text.h
 *  @brief Edits a document's text within its record.
 */
#ifndef DESCRY_TOOLS_UNIQUE_RECORD_TEXT_H
#define DESCRY_TOOLS_UNIQUE_RECORD_TEXT_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/texts/text_pieces.h"
#include "tools/input/documents/document.h"
#include "tools/input/parsing/table_header.h"

namespace descry {

/// Removes pieces of a document's text from its record: from the string of a JSON line, the cell of
/// a row, or the line. All other bytes are unchanged, such as escapes and quotes in the remaining
/// text, in any encoding. Cost: three readings of the record.
/// @param record SpooledDocument::record. @param header of its row; null if it is not a row
/// @param text of the document, in UTF-8. @param cuts some of its pieces_of(), ascending
/// @param options by which it was read
/// @return nullopt if the text is not one string or cell, or its pieces differ in the record
std::optional<std::string> cut_record(const std::string& record, const TableHeader* header,
                                      std::string_view text, const std::vector<TextRange>& cuts,
                                      PieceKind kind, const InputOptions& options);

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_RECORD_TEXT_H
