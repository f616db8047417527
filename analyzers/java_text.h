/** @file java_text.h
 *  @brief Text to tokens by the character rules of Java, as Solr's and Nutch's TextProfileSignature
 *         read it.
 *
 *  A token is a maximal run of UTF-16 units for which Character.isLetterOrDigit(char) holds, each
 *  unit lower-cased by Character.toLowerCase(char). The rules look at units, not at characters:
 *  - every character beyond U+FFFF separates (emoji, but also CJK extension B), because a
 *    surrogate is no letter; a combining mark separates as well ("cafe" + U+0301 gives "cafe");
 *  - lower-casing is the simple mapping, one unit to one unit, in every locale: U+0130 becomes
 *    "i", sharp s stays, a final sigma is a sigma.
 *
 *  Source: java.lang.Character of Java 17, restated as our own table. What is a letter depends on
 *  the Unicode version of the JVM, so the table is pinned and does not follow ICU's or Xapian's.
 */
#ifndef DESCRY_ANALYZERS_JAVA_TEXT_H
#define DESCRY_ANALYZERS_JAVA_TEXT_H

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace descry {

/// Unicode version of the character table; that of Java 17. Java 8 has 6.2, 11 has 10, 21 has 15:
/// they differ only in characters that were not assigned before.
inline constexpr std::string_view JAVA_TEXT_UNICODE_VERSION = "13.0";

/// Character.toLowerCase(@a unit) when @a unit is a letter or a digit, otherwise 0 (U+0000 is
/// neither).
char16_t java_lower_letter_or_digit(char16_t unit);

/// One token. @a text points into the tokenizer and is valid until its next call.
struct JavaToken {
    std::string_view text;           ///< lower-cased, UTF-8, not empty
    std::uint32_t utf16_length = 0;  ///< Java's String.length()
    std::int32_t hash = 0;           ///< Java's String.hashCode(): s[0]*31^(n-1) + ..., wrapping
};

/** Reads the tokens of one text after another.
 *
 *  Cost: about two nanoseconds a byte of English, nothing allocated once the longest token was
 *  seen (64 bytes at first).
 */
class JavaTokenizer {
  public:
    JavaTokenizer();

    /// Begins with @a utf8, which must stay alive until the last call of next() on it. In
    /// ill-formed UTF-8 an ill-formed byte separates; nothing outside @a utf8 is read.
    void start(std::string_view utf8);
    template <typename String>
        requires std::same_as<String, std::string>
    void start(String&&) = delete;  // a temporary would dangle

    /// Gives the next token in the order of the text.
    /// @return false at the end of the text; @a token is then unchanged.
    bool next(JavaToken& token);

  private:
    const char16_t* lower_;  // a unit's lower case, 0 for a separator
    const unsigned char* position_ = nullptr;
    const unsigned char* end_ = nullptr;
    std::string buffer_;  // begins with the token; its size is the room there is
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_JAVA_TEXT_H
