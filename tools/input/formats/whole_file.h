/** @file whole_file.h
 *  @brief The reader that plain text, HTML and mail share: a file is one document.
 */
#ifndef DESCRY_TOOLS_INPUT_FORMATS_WHOLE_FILE_H
#define DESCRY_TOOLS_INPUT_FORMATS_WHOLE_FILE_H

#include <memory>
#include <string>
#include <string_view>

#include "input/formats/formats.h"

namespace descry {

/// Fills an empty document, but for its id and location, from the bytes of a file, which it may
/// take.
/// @return why the file is refused; empty when it is not
using FileParser = std::string_view (*)(std::string& bytes, InputDocument& document);

/// Reads all of @a source (up to InputOptions::max_document_bytes) as one document, whose id is the
/// path. A file that cannot be read to its end gives no document: half a text is another text.
ReaderPointer open_whole_file(SourcePointer source, ReaderContext context, FileParser parse);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_FORMATS_WHOLE_FILE_H
