/** @file record_text.h
 *  @brief The text of a document within its record.
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

/// Takes pieces of a document's text out of its record: the string of a line of JSON, the cell of a
/// row, or the line. All other bytes stay: those of the escapes and quotes in the rest of the text,
/// too, and in whatever encoding.
/// @param record  SpooledDocument::record. @param header  of its row; null where it is none
/// @param text  of the document, in UTF-8. @param cuts  some of its pieces_of(), ascending
/// @param options  by which it was read
/// @return nullopt where the text is not one string or cell, or pieces are not the same in the
/// record's encoding. Cost: three readings of the record.
std::optional<std::string> cut_record(const std::string& record, const TableHeader* header,
                                      std::string_view text, const std::vector<TextRange>& cuts,
                                      PieceKind kind, const InputOptions& options);

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_RECORD_TEXT_H
