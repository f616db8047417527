/** @file utf16_source.h
 *  @brief Reads UTF-16 and UTF-32 as UTF-8.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_UTF16_SOURCE_H
#define DESCRY_TOOLS_INPUT_BYTES_UTF16_SOURCE_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <descry/analyzers/encoding.h>

#include "tools/input/bytes/byte_source.h"

namespace descry {

/// The UTF-16 or UTF-32 encoding of a file that begins with @a bytes; else nullopt. UTF-32 needs a
/// byte order mark; UTF-16 is also recognised by the zeros of its first two characters, if ASCII
/// (as in JSON: RFC 4627, section 3), of one character in eight, or by eight or more characters
/// almost all in scripts without spaces (Chinese, Japanese, Thai and others).
std::optional<TextEncoding> utf16_of(std::string_view bytes);

/// The number of @a bytes in whole characters: the last may be cut.
std::size_t whole_characters(std::string_view bytes, const TextEncoding& encoding);

/// Converts a source in UTF-16 or UTF-32 to UTF-8, keeping a byte order mark, or adding one, so
/// that readers of whole texts rely on no declaration in them. Invalid units are converted by
/// TextEncoding::decode(). Memory: a buffer of 64 KiB.
class Utf16Source : public ByteSource {
  public:
    enum class Mark { KEPT, ADDED };

    Utf16Source(SourcePointer source, TextEncoding encoding, Mark mark)
        : source_(std::move(source)), encoding_(std::move(encoding)), mark_(mark) {}

    std::size_t read(char* to, std::size_t size) override;

  private:
    bool fill();

    SourcePointer source_;
    TextEncoding encoding_;
    Mark mark_;
    bool is_first_ = true;
    std::string raw_;      // not yet decoded
    std::string decoded_;  // not yet consumed
    std::size_t taken_ = 0;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_UTF16_SOURCE_H
