/** @file text_tokens.h
 *  @brief A text in its words as they are written, and where two texts of the same words differ.
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

/// The tokens of a text: what stands between blanks, and of scripts without any each character.
struct TextTokens {
    std::string_view text;
    /// Where each begins. What stands behind it belongs to it, up to the next one.
    std::vector<std::size_t> begins;
    /// Equal for tokens of equal keys.
    std::vector<std::uint32_t> numbers;
    /// False: there are more tokens than were read.
    bool is_complete = true;

    std::size_t size() const { return begins.size(); }
    /// Tokens @a begin to @a end with all that stands between them, from the text's first byte on
    /// where @a begin is 0.
    std::string_view passage(std::size_t begin, std::size_t end) const;
};

/// How many tokens a text has. Cost: a reading of it.
std::uint64_t count_tokens(std::string_view text);

/// Cuts texts that are compared with each other.
class TokenReader {
  public:
    /// @param key_of what of a token is compared; a token whose key is empty is none
    explicit TokenReader(std::function<std::string(std::string_view)> key_of)
        : key_of_(std::move(key_of)) {}

    /// The first @a most tokens. @param text valid UTF-8, outlives the result
    TextTokens read(std::string_view text, std::size_t most);

  private:
    std::function<std::string(std::string_view)> key_of_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

/// What equal_texts() holds apart in two texts, whose words may be the same.
struct TextDifference {
    TextTokens a;
    TextTokens b;
    std::vector<DifferingRange> places;
};

/// Compares two texts token by token; what differs in white space and case alone is alike.
/// @param most tokens of each that are compared. Cost: folded_text() and differing_ranges().
TextDifference differing_places(std::string_view a, std::string_view b, std::size_t most);

}  // namespace descry

#endif  // DESCRY_REPORT_TEXT_TOKENS_H
