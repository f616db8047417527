/** @file stray_bytes.h
 *  @brief Replaces bytes that their encoding does not explain, each differently.
 */
#ifndef DESCRY_ANALYZERS_STRAY_BYTES_H
#define DESCRY_ANALYZERS_STRAY_BYTES_H

#include <string>
#include <string_view>

#include <unicode/umachine.h>

namespace descry {

/// Marks replacements of stray bytes: invisible, and in no word.
inline constexpr UChar32 GRAPHEME_JOINER = 0x034F;

/// windows-1252's character for a byte of 0x80 or more; for its five holes, the C1 control.
UChar32 windows_1252(unsigned char byte);

/// Whether people write @a c between @a before and @a after (0: nothing): letters beside letters of
/// their script, no capital after a small letter, no punctuation within words, no control
/// characters. Many misfits reveal a wrong encoding.
bool fits_between(UChar32 before, UChar32 c, UChar32 after);

/// Appends a distinct letter for a byte: one of the Vai script, which has no capitals and no
/// compatibility variants, so that words of different bytes remain different.
void append_byte_letter(std::string& text, unsigned char byte);

/// Appends a byte of ill-formed UTF-8: as windows-1252 if that fits, else append_byte_letter();
/// then U+034F, which is invisible and in no word, so that no well-formed bytes give the same text.
/// @param rest  the bytes that follow
void append_stray_byte(std::string& text, unsigned char byte, std::string_view rest);

void append_code_point(std::string& text, UChar32 c);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_STRAY_BYTES_H
