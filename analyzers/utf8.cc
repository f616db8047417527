#include <utility>

#include <descry/analyzers/utf8.h>

#include "utf8_reading.h"

namespace descry {

namespace {

constexpr std::string_view REPLACEMENT_CHARACTER = "\xEF\xBF\xBD";
struct IllFormedPart {
    std::size_t begin;  ///< the size of the text where there is none
    std::size_t end;
};

/// The first maximal ill-formed part at or after @a from, which is a character's first byte.
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
    return find_ill_formed(bytes, 0).begin == bytes.size();
}

std::size_t repair_utf8(std::string& text) {
    IllFormedPart part = find_ill_formed(text, 0);
    if (part.begin == text.size()) return 0;
    std::string repaired;
    repaired.reserve(text.size());
    std::size_t replacements = 0;
    std::size_t copied = 0;
    while (part.begin < text.size()) {
        repaired.append(text, copied, part.begin - copied).append(REPLACEMENT_CHARACTER);
        copied = part.end;
        ++replacements;
        part = find_ill_formed(text, copied);
    }
    repaired.append(text, copied);
    text = std::move(repaired);
    return replacements;
}

}  // namespace descry
