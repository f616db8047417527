#include "analyzers/utf8.h"

#include <cstdint>
#include <utility>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "analyzers/encodings/stray_bytes.h"
#include "analyzers/encodings/utf8_reading.h"

namespace descry {

namespace {

struct IllFormedPart {
    std::size_t begin;  ///< the size of the text if none
    std::size_t end;
};

/// The first maximal ill-formed part at or after @a from, the first byte of a character.
IllFormedPart find_ill_formed(std::string_view bytes, std::size_t from) {
    for (std::size_t next = from; next < bytes.size();) {
        if (is_ascii(bytes[next])) {
            next = skip_ascii(bytes, next);
            continue;
        }
        const std::size_t begin = next;
        if (take_code_point(bytes, next) < 0) return {begin, next};
    }
    return {bytes.size(), bytes.size()};
}

}  // namespace

bool is_valid_utf8(std::string_view bytes) {
    return valid_utf8_size(bytes) == bytes.size();
}

std::size_t valid_utf8_size(std::string_view bytes) {
    return find_ill_formed(bytes, 0).begin;
}

void append_half_character(std::string& text, unsigned surrogate) {
    append_byte_letter(text, static_cast<unsigned char>(0x80 | (surrogate >> 7 & 0x0F)));
    append_byte_letter(text, static_cast<unsigned char>(0x80 | (surrogate & 0x7F)));
    append_code_point(text, GRAPHEME_JOINER);
}

std::optional<char32_t> next_code_point(std::string_view text, std::size_t& position) {
    const std::size_t begin = position;
    const UChar32 character = take_code_point(text, position);
    if (character >= 0) return static_cast<char32_t>(character);
    position = begin + 1;
    return std::nullopt;
}

std::size_t repair_utf8(std::string& text) {
    IllFormedPart part = find_ill_formed(text, 0);
    if (part.begin == text.size()) return 0;
    const std::string_view bytes = text;
    std::string repaired;
    repaired.reserve(text.size());
    std::size_t strays = 0;
    std::size_t copied = 0;
    while (part.begin < bytes.size()) {
        repaired.append(bytes.substr(copied, part.begin - copied));
        for (std::size_t i = part.begin; i < part.end; ++i, ++strays)
            append_stray_byte(repaired, static_cast<unsigned char>(bytes[i]), bytes.substr(i + 1));
        copied = part.end;
        part = find_ill_formed(bytes, copied);
    }
    repaired.append(bytes.substr(copied));
    text = std::move(repaired);
    return strays;
}

std::string excerpt(std::string_view text, std::size_t width) {
    std::string out;
    std::size_t shown = 0;
    bool space = false;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        UChar32 c = 0;
        U8_NEXT(bytes, i, text.size(), c);
        if (c >= 0 && u_isUWhiteSpace(c)) {
            space = shown > 0;
            continue;
        }
        if (shown + (space ? 1 : 0) >= width) return out + "…";
        if (space) {
            out += ' ';
            ++shown;
            space = false;
        }
        out += text.substr(begin, i - begin);
        ++shown;
    }
    return out;
}

}  // namespace descry
