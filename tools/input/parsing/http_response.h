/** @file http_response.h
 *  @brief A HTTP response as archives of the web keep it: what it says of its body, and the body.
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
    /// Reads them from @a source, up to and including the empty line. Lines that are no header are
    /// passed over; a line that begins with a blank belongs to the one before.
    /// @return nothing at the end of the source, or where there are more than 1 MiB of them.
    /// @throw InputError from the source.
    static std::optional<HeaderBlock> read(BufferedSource& source);

    /// The value of the first header of this name (any case), without blanks around it; empty when
    /// there is none. Valid as long as this object.
    std::string_view value(std::string_view name) const;

    /// The names in all headers of this name, between commas, in lower case.
    std::vector<std::string> list(std::string_view name) const;

  private:
    std::string lines_;
};

/// A line of @a source without its end; nothing at the end of the source. A line of more than
/// @a most bytes comes in pieces.
/// @throw InputError from the source.
std::optional<std::string> read_line(BufferedSource& source, std::size_t most);

/// `text/html` of `Text/HTML; charset=x`.
std::string media_type(std::string_view content_type);

/// `x` of `text/html; charset="x"`; empty when there is none.
std::string_view charset_parameter(std::string_view content_type);

/// A body as it was before it was sent: without the codings that its header names
/// (Content-Encoding, then Transfer-Encoding: chunked, gzip, deflate in both forms, zstd, in any
/// order), where it has them, and without compression that nobody names. Names of no coding (none,
/// binary, a charset's) mean nothing. A source that is cut gives what came, and then its
/// InputError.
/// @throw InputError naming another coding
SourcePointer decoded_body(SourcePointer body, const HeaderBlock& header, Expansion* expansion);

/// A body without its chunks (RFC 9112, section 7.1). A body that does not begin with the size of a
/// chunk stays as it is: some archives keep the header and not the chunks.
/// read() throws InputError at a damaged chunk.
SourcePointer without_chunks(SourcePointer source);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_HTTP_RESPONSE_H
