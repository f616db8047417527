/** @file java_text.h
 *  @brief Cuts text into tokens by Java's character rules, as TextProfileSignature of Solr and
 *         Nutch.
 *
 *  A token is a maximal run of UTF-16 units for which Character.isLetterOrDigit(char) holds, each
 *  unit lower-cased by Character.toLowerCase(char). The rules apply to units, not characters:
 *  - every character beyond U+FFFF separates (emoji, but also CJK extension B), because a surrogate
 *    is not a letter; a combining mark separates as well ("cafe" + U+0301 gives "cafe");
 *  - lower-casing is the simple mapping, one unit to one unit, in every locale: U+0130 becomes "i",
 *    sharp s is unchanged, a final sigma is a sigma.
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

/// Unicode version of the character table, as in Java 17. Java 8 has 6.2, 11 has 10, 21 has 15:
/// they differ only in characters that were not assigned before.
inline constexpr std::string_view JAVA_TEXT_UNICODE_VERSION = "13.0";

/// Character.toLowerCase(@a unit) for a letter or digit, else 0 (U+0000 is neither).
char16_t java_lower_letter_or_digit(char16_t unit);

/// @a text points into the tokenizer and is valid until its next call.
struct JavaToken {
    std::string_view text;           ///< lower-cased, UTF-8, not empty
    std::uint32_t utf16_length = 0;  ///< Java's String.length()
    std::int32_t hash = 0;           ///< Java's String.hashCode(): s[0]*31^(n-1) + ..., wrapping
};

/** Reads the tokens of one text after another. Cost: about two nanoseconds per byte of English,
 *  without allocation after the longest token (64 bytes at first).
 */
class JavaTokenizer {
  public:
    JavaTokenizer();

    /// Starts reading @a utf8, which must outlive the calls of next(). Ill-formed bytes separate;
    /// nothing outside @a utf8 is read.
    void start(std::string_view utf8);
    template <typename String>
        requires std::same_as<String, std::string>
    void start(String&&) = delete;  // a temporary would dangle

    /// Gets the next token. @return false at the end of the text; @a token is then unchanged
    bool next(JavaToken& token);

  private:
    const char16_t* lower_;  // a unit's lower case, 0 for a separator
    const unsigned char* position_ = nullptr;
    const unsigned char* end_ = nullptr;
    std::string buffer_;  // begins with the token; its size is the capacity
};

}  // namespace descry

#endif  // DESCRY_ANALYZERS_JAVA_TEXT_H
