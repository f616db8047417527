/** @file mail_message.h
 *  @brief One mail message (RFC 5322, MIME) becomes a document.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_MAIL_MESSAGE_H
#define DESCRY_TOOLS_INPUT_PARSING_MAIL_MESSAGE_H

#include <string>
#include <string_view>

#include "tools/input/documents/document.h"
#include "tools/input/parsing/input_encoding.h"

namespace descry {

/// Fills text, fields and stray_bytes of @a document from the bytes of a message, read by GMime.
///
/// The text is the subject, an empty line and the parts of type text in their order, each decoded
/// (base64, quoted-printable) and converted from the charset it names (to_utf8()); HTML by
/// html_to_text(). Of a multipart/alternative one part is taken: the plain text unless it is blank,
/// else the last that has text. A message within the message counts as its subject and parts. Other
/// parts (images, signatures, style sheets, what is encrypted) are left out. Line ends become `\n`,
/// and blank ends are cut: the same message is the same text however it was stored.
///
/// Fields, where the message has them, decoded: `subject`, `from`, `to`, `date` (UTC, as
/// `2026-01-31T12:00:00Z`; as it stands where it is no date), `message-id` (without brackets) and
/// `attachments`: of each part that has a name or is no text, but signatures, its name (else its
/// type), its bytes and the beginning of their SHA-256; and the same of each alternative that is
/// not taken: of plain text and HTML of the words that the taken one has not (none: it is no
/// attachment), of other types (calendars) of the bytes.
///
/// Any bytes are a message: what does not begin with a header line is all body.
/// @return empty when the document is filled; else why it is refused: GMime needs up to 1.3 kB for
/// each part and each header line and 80 times the size of a list of addresses, so lines that may
/// be any of these (indented ones, `name: value`, `--`) may have 64 MiB, 32 bytes added to each;
/// and parts may be 64 deep in each other.
/// Cost: linear; 3 times the size of @a bytes in memory beside that.
std::string_view parse_mail(std::string_view bytes, InputEncoding& encoding,
                            InputDocument& document);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_MAIL_MESSAGE_H
