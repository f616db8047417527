/** @file http_response.h
 *  @brief An HTTP response as stored in web archives: its header and its decoded body.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_HTTP_RESPONSE_H
#define DESCRY_TOOLS_INPUT_PARSING_HTTP_RESPONSE_H

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/input/bytes/byte_source.h"
#include "tools/input/bytes/decompress.h"

namespace descry {

/// Header lines `Name: value` up to an empty line, of WARC (ISO 28500) and of HTTP (RFC 9112).
class HeaderBlock {
  public:
    /// Reads from @a source, up to and including the empty line. Skips invalid lines; a line that
    /// begins with a space continues the one before. @throw InputError from the source
    /// @return nullopt at the end of the source, or if there are more than 1 MiB of them
    static std::optional<HeaderBlock> read(BufferedSource& source);

    /// The first header of this name (any case), trimmed; else empty. Valid as long as this object.
    std::string_view value(std::string_view name) const;

    /// The comma-separated names in all headers of this name, in lower case.
    std::vector<std::string> list(std::string_view name) const;

  private:
    std::string lines_;
};

/// A line without its end; nullopt at the end of @a source. A line of more than @a most bytes is
/// returned in pieces. @throw InputError from the source
std::optional<std::string> read_line(BufferedSource& source, std::size_t most);

/// `text/html` of `Text/HTML; charset=x`.
std::string media_type(std::string_view content_type);

/// `x` of `text/html; charset="x"`; empty if there is none.
std::string_view charset_parameter(std::string_view content_type);

/// The decoded body: without the codings in its header (Content-Encoding, then Transfer-Encoding:
/// chunked, gzip, deflate in both forms, zstd, in any order), if it has them, and without
/// undeclared compression. Names that are not codings (none, binary, a charset) are ignored. A
/// truncated source returns its bytes, and then its InputError.
/// @throw InputError naming an unknown coding
SourcePointer decoded_body(SourcePointer body, const HeaderBlock& header, Expansion* expansion);

/// A body without its chunks (RFC 9112, section 7.1); unchanged if it does not begin with a chunk
/// size, as in some archives. read() throws InputError at a damaged chunk.
SourcePointer without_chunks(SourcePointer source);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_HTTP_RESPONSE_H
