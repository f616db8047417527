/** @file input_encoding.h
 *  @brief Determines the encoding of a file that declares none.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_INPUT_ENCODING_H
#define DESCRY_TOOLS_INPUT_PARSING_INPUT_ENCODING_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <descry/analyzers/encoding.h>

#include "tools/input/bytes/byte_source.h"
#include "tools/messages/diagnostics.h"

namespace descry {

/// The encoding of a file, a message or a page. Valid UTF-8 is UTF-8; the first record that is not
/// determines the file's encoding: the one named by the user, else TextEncoding::guess() of up to
/// SAMPLE bytes from there on. The guess is reported once (Diagnostics::guessed_encoding()).
class InputEncoding {
  public:
    static constexpr std::size_t SAMPLE = std::size_t{256} << 10;

    /// @param given named by the user; nullopt: guess
    /// @param problems receives the guess; may be null. Must outlive this object
    /// @param location of the file, for that message
    InputEncoding(std::optional<TextEncoding> given, Diagnostics* problems, std::string location)
        : given_(std::move(given)), problems_(problems), location_(std::move(location)) {}

    /// Whether @a record must be decoded: it is not UTF-8, or the file has a multibyte encoding, in
    /// which a short record may look like UTF-8. Call it for each record.
    bool concerns(std::string_view record);

    /// Converts @a bytes, a record that needs decoding, to valid UTF-8.
    /// @param unread bytes after the record that were already read
    /// @param source follows @a unread; may be null
    /// @return number of invalid bytes
    /// @throw InputError a text of 1 GiB or more must be converted
    std::size_t decode(std::string& bytes, std::string_view unread = {},
                       ByteSource* source = nullptr);

    /// Converts all of @a bytes to UTF-8 without a byte order mark: by the encoding in @a charset
    /// (of a mail's or HTTP header), else by a byte order mark, else as above. @return, @throw as
    /// decode()
    std::size_t decode_whole(std::string& bytes, std::string_view charset = {});

    /// The same with an encoding in @a named, if set.
    std::size_t decode_whole(std::string& bytes, const std::optional<TextEncoding>& named);

    /// The encoding found; nullopt while everything was UTF-8.
    const std::optional<TextEncoding>& chosen() const { return chosen_; }

  private:
    void choose(std::string_view bytes, std::string_view unread, ByteSource* source);

    std::optional<TextEncoding> given_;
    Diagnostics* problems_;
    std::string location_;
    std::optional<TextEncoding> chosen_;
    std::size_t well_formed_ = 0;  // non-ASCII characters seen, as far as that matters
};

/// A record of a file in that encoding as UTF-8. UTF-8 within a single-byte encoding is unchanged.
std::string in_utf8(std::string record, const TextEncoding& encoding);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_INPUT_ENCODING_H
