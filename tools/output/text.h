/** @file text.h
 *  @brief Formats and parses small pieces of text.
 */
#ifndef DESCRY_TOOLS_OUTPUT_TEXT_H
#define DESCRY_TOOLS_OUTPUT_TEXT_H

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <descry/distance/bag_distance.h>

#include "engine/hashing/coding.h"

namespace descry {

/// A field of a tab-separated line: tab, newline and backslash are written \t, \n and \\.
std::string tsv_field(std::string_view text);

/// Reverses tsv_field(). A backslash before any other character is kept.
std::string from_tsv_field(std::string_view field);

/// All of @a text as a number; nullopt if it is not a number in @a Number's range.
template <typename Number>
std::optional<Number> number_of(std::string_view text) {
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// The parts between commas, or other separators. An empty list has one empty part.
std::vector<std::string_view> split_list(std::string_view list, char separator = ',');

/// Whitespace folded, the rest by printable(), cut to @a width code points with an ellipsis.
std::string one_line(std::string_view text, std::size_t width);

/// For listings: two spaces and the beginning of the title; empty without a title.
std::string title_after_id(std::string_view title);

/// Text of any length for people: each line by printable().
std::string printable_lines(std::string_view text);

/// @a text as one shell argument, quoted if necessary.
std::string as_argument(std::string_view text);

/// As a part of a URL: bytes other than ASCII letters, digits and `/-._~` are written `%HH`.
std::string percent_encoded(std::string_view text);

double similarity(DistanceMillionths distance);

/// The share of a document's words that a model's threshold stands for.
double threshold_share(std::uint32_t threshold);

/// @a share with four decimals, as similarities are printed.
double rounded(double share);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_TEXT_H
