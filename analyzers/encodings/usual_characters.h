/** @file usual_characters.h
 *  @brief Judges whether a text that an encoding can read is one that people write in it.
 */
#ifndef DESCRY_ANALYZERS_USUAL_CHARACTERS_H
#define DESCRY_ANALYZERS_USUAL_CHARACTERS_H

#include <string_view>

namespace descry {

/// Whether @a bytes, in the encoding of that name, hold mostly characters that are usual in it.
/// Encodings of Chinese, Japanese and Korean have some character for nearly all bytes. But nine of
/// ten characters are signs, kana, Hangul or frequent ideographs, which have rows of their own (in
/// 340 texts at least 95 in 100; in texts of another encoding at most 84). In windows-874, 19 of 20
/// vowels and marks stand beside consonants as in Thai. True for all other encodings, and for texts
/// of fewer than 50 characters above ASCII. Cost: linear.
bool has_usual_characters(std::string_view encoding, std::string_view bytes);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_USUAL_CHARACTERS_H
