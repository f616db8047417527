/** @file utf16_source.h
 *  @brief UTF-16 with a byte order mark, read as UTF-8.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_UTF16_SOURCE_H
#define DESCRY_TOOLS_INPUT_BYTES_UTF16_SOURCE_H

#include <optional>
#include <string>

#include <descry/analyzers/encoding.h>

#include "input/bytes/byte_source.h"

namespace descry {

/// The bytes of a source that begins with a byte order mark of UTF-16, as UTF-8, which begins with
/// its own mark. Units without a meaning become what
/// TextEncoding::decode() makes of them. Memory: a piece of 64 KiB.
class Utf16Source : public ByteSource {
  public:
    explicit Utf16Source(SourcePointer source) : source_(std::move(source)) {}

    std::size_t read(char* to, std::size_t size) override;

  private:
    bool fill();

    SourcePointer source_;
    std::optional<TextEncoding> encoding_;
    std::string raw_;      // not yet decoded
    std::string decoded_;  // not yet taken
    std::size_t taken_ = 0;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_UTF16_SOURCE_H
