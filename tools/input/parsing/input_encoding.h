/** @file input_encoding.h
 *  @brief In which encoding a file is that names none.
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

/// The one encoding of a file, a message or a page. What is valid UTF-8 is UTF-8; the first record
/// that is not chooses for the file: the encoding that the user named, else TextEncoding::guess()
/// of what is there from it on, up to SAMPLE bytes. That is told once
/// (Diagnostics::guessed_encoding()).
class InputEncoding {
  public:
    static constexpr std::size_t SAMPLE = std::size_t{256} << 10;

    /// @param given  what the user named; nothing: it is guessed
    /// @param problems  told what was guessed; nullptr: nobody. Must outlive this object.
    /// @param location  of the file, for that message
    InputEncoding(std::optional<TextEncoding> given, Diagnostics* problems, std::string location)
        : given_(std::move(given)), problems_(problems), location_(std::move(location)) {}

    /// Whether @a record has to be decoded: it is no UTF-8, or the file is in an encoding of
    /// several bytes a character, in which a short record may look like UTF-8. To be asked of each
    /// record.
    bool concerns(std::string_view record);

    /// Makes @a bytes, of a record that it concerns, valid UTF-8.
    /// @param unread  what follows the record and was read already
    /// @param source  what follows @a unread; nullptr: nothing
    /// @return how many bytes were strays
    /// @throw InputError when a text of 1 GiB or more has to be converted.
    std::size_t decode(std::string& bytes, std::string_view unread = {},
                       ByteSource* source = nullptr);

    /// Makes all of @a bytes valid UTF-8 without a byte order mark: by the encoding that @a charset
    /// names (a mail's or HTTP header), else by a byte order mark, else as above.
    /// @return, @throw as decode()
    std::size_t decode_whole(std::string& bytes, std::string_view charset = {});

    /// The same by @a named where it is something.
    std::size_t decode_whole(std::string& bytes, const std::optional<TextEncoding>& named);

    /// What was chosen; nothing as long as all was UTF-8.
    const std::optional<TextEncoding>& chosen() const { return chosen_; }

  private:
    void choose(std::string_view bytes, std::string_view unread, ByteSource* source);

    std::optional<TextEncoding> given_;
    Diagnostics* problems_;
    std::string location_;
    std::optional<TextEncoding> chosen_;
    std::size_t well_formed_ = 0;  // characters above ASCII that were met, as far as that matters
};

/// A record of a file of that encoding as UTF-8. What is UTF-8 amid single bytes is left as it is.
std::string in_utf8(std::string record, const TextEncoding& encoding);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_INPUT_ENCODING_H
