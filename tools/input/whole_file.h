/** @file whole_file.h
 *  @brief The reader that plain text and HTML share: a file is one document.
 */
#ifndef DESCRY_TOOLS_INPUT_WHOLE_FILE_H
#define DESCRY_TOOLS_INPUT_WHOLE_FILE_H

#include <memory>
#include <string>

#include "input/formats.h"

namespace descry {

/// Turns the bytes of a file into valid UTF-8 text; returns how many ill-formed parts it replaced.
using TextConversion = std::size_t (*)(std::string& bytes);

/// Reads all of @a source (up to InputOptions::max_document_bytes) as one document, whose id is the
/// path. A file that cannot be read to its end gives no document: half a text is another text.
std::unique_ptr<DocumentReader> open_whole_file(std::unique_ptr<ByteSource> source,
                                                ReaderContext context, TextConversion convert);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_WHOLE_FILE_H
