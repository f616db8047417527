/** @file text_tokens.h
 *  @brief Splits a text into tokens as written, and finds where two texts of the same words differ.
 */
#ifndef DESCRY_REPORT_TEXT_TOKENS_H
#define DESCRY_REPORT_TEXT_TOKENS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/edits/sequence_difference.h"

namespace descry {

/// The tokens of a text: separated by spaces; each character in scripts without spaces.
struct TextTokens {
    std::string_view text;
    /// The start of each token, which includes what follows up to the next.
    std::vector<std::size_t> begins;
    /// Equal for tokens of equal keys.
    std::vector<std::uint32_t> numbers;
    /// False: there are more tokens than were read.
    bool is_complete = true;

    std::size_t size() const { return begins.size(); }
    /// The bytes of tokens @a begin to @a end, and of what precedes them if @a begin is 0.
    std::string_view passage(std::size_t begin, std::size_t end) const;
};

/// The number of tokens. Cost: reads the text.
std::uint64_t count_tokens(std::string_view text);

/// Tokenizes texts that are compared with each other.
class TokenReader {
  public:
    /// @param key_of the compared part of a token; tokens with an empty key are skipped
    explicit TokenReader(std::function<std::string(std::string_view)> key_of)
        : key_of_(std::move(key_of)) {}

    /// At most the first @a most tokens. @param text valid UTF-8, must outlive the result
    TextTokens read(std::string_view text, std::size_t most);

  private:
    std::function<std::string(std::string_view)> key_of_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

/// The differences that equal_texts() sees between two texts.
struct TextDifference {
    TextTokens a;
    TextTokens b;
    std::vector<DifferingRange> places;
};

/// Compares two texts token by token, ignoring whitespace and case.
/// @param most tokens of each that are compared. Cost: folded_text() and differing_ranges()
TextDifference differing_places(std::string_view a, std::string_view b, std::size_t most);

}  // namespace descry

#endif  // DESCRY_REPORT_TEXT_TOKENS_H
