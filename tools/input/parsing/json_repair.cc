#include <charconv>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "analyzers/utf8.h"
#include "tools/input/parsing/json_document.h"

namespace descry {

namespace {

// The code unit of the escape `\uXXXX` at the beginning of text.
std::optional<unsigned> escaped_unit(std::string_view text) {
    if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return std::nullopt;
    unsigned unit = 0;
    const char* const end = text.data() + 6;
    const bool is_hex = std::from_chars(text.data() + 2, end, unit, 16).ptr == end;
    return is_hex ? std::optional(unit) : std::nullopt;
}

bool is_high_surrogate(unsigned unit) {
    return unit >= 0xd800 && unit <= 0xdbff;
}
bool is_low_surrogate(unsigned unit) {
    return unit >= 0xdc00 && unit <= 0xdfff;
}

// Appends the escape at the beginning of text and returns its length there.
std::size_t copy_escape(std::string_view text, std::string& to, std::size_t& stray_bytes) {
    std::optional<unsigned> unit = escaped_unit(text);
    if (unit && is_high_surrogate(*unit)) {
        std::optional<unsigned> next = escaped_unit(text.substr(6));
        if (next && is_low_surrogate(*next)) {
            to += text.substr(0, 12);
            return 12;
        }
    }
    if (unit && (is_high_surrogate(*unit) || is_low_surrogate(*unit))) {
        append_half_character(to, *unit);
        ++stray_bytes;
        return 6;
    }
    // An escaped quote does not end the string. An escaped control character remains an error.
    std::string_view escape = text.substr(0, 2);
    to += escape;
    return escape.size();
}

// The length of a number at the beginning of text that is invalid in JSON; 0 if there is none.
std::size_t invalid_number_length(std::string_view text) {
    for (const std::string_view name : {"NaN", "Infinity", "-Infinity"}) {
        if (text.starts_with(name)) return name.size();
    }
    return 0;
}

}  // namespace

void repair_json(std::string_view line, std::string& repaired, std::size_t& stray_bytes) {
    std::string valid(line);
    stray_bytes += repair_utf8(valid);
    repaired.clear();
    repaired.reserve(valid.size());
    bool in_string = false;
    std::string_view rest = valid;
    while (!rest.empty()) {
        char c = rest[0];
        std::size_t length = 1;
        if (in_string && c == '\\') {
            length = copy_escape(rest, repaired, stray_bytes);
        } else if (in_string && static_cast<unsigned char>(c) < 0x20) {
            fmt::format_to(std::back_inserter(repaired), "\\u{:04x}", static_cast<unsigned>(c));
        } else if (const std::size_t size = in_string ? 0 : invalid_number_length(rest);
                   size != 0) {
            repaired += "null";
            length = size;
        } else {
            if (c == '"') in_string = !in_string;
            repaired += c;
        }
        rest.remove_prefix(length);
    }
}

}  // namespace descry
