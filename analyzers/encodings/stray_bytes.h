/** @file stray_bytes.h
 *  @brief What a byte becomes that its text's encoding does not explain: something that no other
 *         byte becomes in its place, and a word's part where nothing tells that it was none.
 */
#ifndef DESCRY_ANALYZERS_STRAY_BYTES_H
#define DESCRY_ANALYZERS_STRAY_BYTES_H

#include <string>
#include <string_view>

#include <unicode/umachine.h>

namespace descry {

/// Marks what stands for bytes without a meaning: it is seen nowhere, and in no word.
inline constexpr UChar32 GRAPHEME_JOINER = 0x034F;

/// What windows-1252 has for a byte of 0x80 and more; for its five holes, the C1 control.
UChar32 windows_1252(unsigned char byte);

/// Whether people write @a c between @a before and @a after (0: nothing): letters beside letters of
/// their script and no capital after a small one, marks of punctuation not within words, control
/// characters nowhere. A text of which much does not fit was read by a wrong encoding.
bool fits_between(UChar32 before, UChar32 c, UChar32 after);

/// Appends a letter for a byte, other for each: one of the Vai script, which has no capitals and no
/// compatibility variants, so that words of other bytes stay other words.
void append_byte_letter(std::string& text, unsigned char byte);

/// Appends to @a text a byte that ill-formed UTF-8 is made of: what windows-1252 has for it where
/// that fits, else append_byte_letter(); then U+034F, which is seen nowhere and in no word, so that
/// the text is none that well-formed bytes make.
/// @param rest  the bytes that follow
void append_stray_byte(std::string& text, unsigned char byte, std::string_view rest);

/// Appends @a c as UTF-8.
void append_code_point(std::string& text, UChar32 c);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_STRAY_BYTES_H
