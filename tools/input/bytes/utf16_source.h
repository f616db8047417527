/** @file utf16_source.h
 *  @brief UTF-16 and UTF-32, read as UTF-8.
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

/// The UTF-16 or UTF-32 that a file is in which begins with @a bytes: by its byte order mark;
/// without one by the zeros of its first two characters, which are ASCII (of JSON always: RFC 4627,
/// section 3), or of one character in eight, or by characters that nearly all are of scripts
/// without blanks (Chinese, Japanese, Thai and others), of eight and more. UTF-32 by its byte order
/// mark alone. Nothing where it is in another encoding, or no text.
std::optional<TextEncoding> utf16_of(std::string_view bytes);

/// How many of @a bytes, in such an encoding, are whole characters: the last may be cut.
std::size_t whole_characters(std::string_view bytes, const TextEncoding& encoding);

/// The bytes of a source that is in UTF-16 or UTF-32, as UTF-8, with a byte order mark if it has
/// one. Units without a meaning become what TextEncoding::decode() makes of them. Memory: a piece
/// of 64 KiB.
class Utf16Source : public ByteSource {
  public:
    Utf16Source(SourcePointer source, TextEncoding encoding)
        : source_(std::move(source)), encoding_(std::move(encoding)) {}

    std::size_t read(char* to, std::size_t size) override;

  private:
    bool fill();

    SourcePointer source_;
    TextEncoding encoding_;
    bool is_first_ = true;
    std::string raw_;      // not yet decoded
    std::string decoded_;  // not yet taken
    std::size_t taken_ = 0;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_UTF16_SOURCE_H
