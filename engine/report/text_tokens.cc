#include "engine/report/text_tokens.h"

#include <algorithm>

#include <descry/analyzers/equal_texts.h>

namespace descry {

namespace {

bool is_blank(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

// The size of the character that begins with this byte, and whether its script has no spaces
// between words, so that each character is compared by itself.
struct Character {
    std::size_t bytes;
    bool stands_alone;
};

Character character_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
    };
    const unsigned first = byte(0);
    if (first < 0xc0) return {1, false};
    if (first < 0xe0) return {2, false};
    if (first >= 0xf0) return {4, first == 0xf0 && byte(1) >= 0xa0};  // rare ideographs
    const unsigned code = (first & 15) << 12 | (byte(1) & 63) << 6 | (byte(2) & 63);
    const bool thai_lao = code >= 0xe00 && code < 0xf00;
    const bool burmese_khmer =
        (code >= 0x1000 && code < 0x10a0) || (code >= 0x1780 && code < 0x1800);
    const bool ideograph = (code >= 0x2e80 && code < 0xa000) || (code >= 0xf900 && code < 0xfb00);
    return {3, thai_lao || burmese_khmer || ideograph};
}

// The end of the token at @a begin, which is not a space.
std::size_t end_of_token(std::string_view text, std::size_t begin) {
    Character next = character_at(text, begin);
    std::size_t end = begin + next.bytes;
    while (!next.stands_alone && end < text.size() && !is_blank(text[end])) {
        next = character_at(text, end);
        if (next.stands_alone) break;
        end += next.bytes;
    }
    return std::min(end, text.size());
}

}  // namespace

std::string_view TextTokens::passage(std::size_t begin, std::size_t end) const {
    const auto place = [this](std::size_t token) {
        if (token == 0) return std::size_t{0};
        return token < begins.size() ? begins[token] : text.size();
    };
    return text.substr(place(begin), place(end) - place(begin));
}

std::uint64_t count_tokens(std::string_view text) {
    std::uint64_t count = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (is_blank(text[at])) {
            ++at;
        } else {
            at = end_of_token(text, at);
            ++count;
        }
    }
    return count;
}

TextTokens TokenReader::read(std::string_view text, std::size_t most) {
    TextTokens tokens{text, {}, {}, true};
    for (std::size_t at = 0; at < text.size();) {
        if (is_blank(text[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        at = end_of_token(text, begin);
        std::string key = key_of_(text.substr(begin, at - begin));
        if (key.empty()) continue;  // belongs to the token before it
        if (tokens.size() == most) {
            tokens.is_complete = false;
            tokens.text = text.substr(0, begin);
            break;
        }
        tokens.begins.push_back(begin);
        const auto number = static_cast<std::uint32_t>(numbers_.size());
        tokens.numbers.push_back(numbers_.try_emplace(std::move(key), number).first->second);
    }
    return tokens;
}

TextDifference differing_places(std::string_view a, std::string_view b, std::size_t most) {
    TokenReader reader(folded_text);
    TextDifference found{reader.read(a, most), reader.read(b, most), {}};
    found.places = differing_ranges(found.a.numbers, found.b.numbers);
    std::erase_if(found.places, [&](const DifferingRange& place) {
        return equal_texts(found.a.passage(place.begin_a, place.end_a),
                           found.b.passage(place.begin_b, place.end_b));
    });
    return found;
}

}  // namespace descry
