#include "tools/output/text.h"

#include <ranges>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include "analyzers/utf8.h"
#include "tools/messages/printable.h"

namespace descry {

namespace {

// Characters that a tab-separated field cannot contain, and their letters after a backslash.
constexpr std::string_view ESCAPED = "\t\n\\";
constexpr std::string_view LETTERS = "tn\\";

}  // namespace

std::string tsv_field(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        const std::size_t at = ESCAPED.find(c);
        if (at != ESCAPED.npos) out += '\\';
        out += at != ESCAPED.npos ? LETTERS[at] : c;
    }
    return out;
}

std::string from_tsv_field(std::string_view field) {
    std::string text;
    for (std::size_t i = 0; i < field.size(); ++i) {
        const bool is_escaped = field[i] == '\\' && i + 1 < field.size();
        const std::size_t at = is_escaped ? LETTERS.find(field[i + 1]) : LETTERS.npos;
        text += at != LETTERS.npos ? ESCAPED[at] : field[i];
        if (at != LETTERS.npos) ++i;
    }
    return text;
}

std::vector<std::string_view> split_list(std::string_view list, char separator) {
    std::vector<std::string_view> parts;
    for (const auto part : std::views::split(list, separator))
        parts.emplace_back(part.begin(), part.end());
    if (parts.empty()) parts.emplace_back();
    return parts;
}

std::string one_line(std::string_view text, std::size_t width) {
    return printable(excerpt(text, width));
}

std::string title_after_id(std::string_view title) {
    constexpr std::size_t WIDTH = 60;
    return title.empty() ? std::string() : "  " + one_line(title, WIDTH);
}

std::string printable_lines(std::string_view text) {
    std::string out;
    for (const auto line : std::views::split(text, '\n'))
        out += printable({line.begin(), line.end()}) + '\n';
    if (!out.empty()) out.pop_back();
    return out;
}

std::string as_argument(std::string_view text) {
    constexpr std::string_view PLAIN =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+,:@%=";
    if (!text.empty() && text.find_first_not_of(PLAIN) == text.npos) return std::string(text);
    return "'" + boost::replace_all_copy(std::string(text), "'", "'\\''") + "'";
}

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view PLAIN =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    std::string out;
    for (const char byte : text) {
        if (PLAIN.find(byte) != PLAIN.npos) {
            out += byte;
        } else {
            out += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
        }
    }
    return out;
}

double similarity(DistanceMillionths distance) {
    return 1 - share_of(distance);
}

double threshold_share(std::uint32_t threshold) {
    return threshold / 4294967296.0;
}

double rounded(double share) {
    return std::round(share * 10000) / 10000;
}

}  // namespace descry
