/** @file mail_message.h
 *  @brief Converts a mail message (RFC 5322, MIME) to a document.
 */
#ifndef DESCRY_TOOLS_INPUT_MAIL_MAIL_MESSAGE_H
#define DESCRY_TOOLS_INPUT_MAIL_MAIL_MESSAGE_H

#include <string>
#include <string_view>

#include "tools/input/documents/document.h"
#include "tools/input/parsing/input_encoding.h"

namespace descry {

/// Fills text, fields and stray_bytes of @a document from the bytes of a message, read by GMime.
///
/// The text is the subject, an empty line and the parts of type text in order, each decoded
/// (base64, quoted-printable) and converted from its charset (to_utf8()); HTML by html_to_text(). A
/// multipart/alternative contributes one part: the plain text unless it is empty, else the last
/// with text. A message within the message counts as its subject and parts. Other parts (images,
/// signatures, style sheets, encrypted ones) are skipped. Line ends become `\n`, and whitespace at
/// the ends is removed, so that a message has the same text however it was stored.
///
/// Fields, if present, decoded: `subject`, `from`, `to`, `date` (UTC, as `2026-01-31T12:00:00Z`;
/// unchanged if it is not a date), `message-id` (without brackets) and `attachments`: for each
/// part, except signatures, that has a name or is not text, its name (else its type), size in bytes
/// and the beginning of their SHA-256; and the same for unused alternatives, where plain text and
/// HTML count only the words missing from the used one (none: it is not an attachment), and other
/// types (calendars) their bytes.
///
/// Any bytes are a message: without a header line at the beginning everything is body, an empty
/// line may be missing after a header (with_ended_headers()), and a multipart without parts is
/// text. Cost: linear; 4 times the size of @a bytes in memory beside GMime's.
/// @return empty if the document is filled; else why it is rejected. GMime needs up to 1.3 kB per
///         part and header line and 80 times the size of an address list, so lines that may be
///         these (indented ones, `name: value`, `--`) are limited to 64 MiB, counting 32 bytes more
///         for each, and parts may be nested 64 deep
std::string_view parse_mail(std::string_view bytes, InputEncoding& encoding,
                            InputDocument& document);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_MAIL_MAIL_MESSAGE_H
