#include "engine/edits/utf8_characters.h"

#include <string>

#include "engine/edits/band_distance.h"
#include "engine/edits/byte_codes.h"
#include "engine/edits/common_ends.h"
#include "engine/edits/edit_distance.h"

namespace descry {

namespace {

std::u32string code_points(std::string_view utf8) {
    std::u32string out;
    out.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size();)
        out += next_character(utf8, i);
    return out;
}

}  // namespace

void strip_common_characters(std::string_view& a, std::string_view& b) {
    std::size_t begin = common_beginning(a, b);
    const auto splits = [&begin](std::string_view text) {
        return begin < text.size() && continues_character(text[begin]);
    };
    while (begin > 0 && (splits(a) || splits(b)))
        --begin;
    a.remove_prefix(begin);
    b.remove_prefix(begin);
    std::size_t end = common_ending(a, b);
    while (end > 0 && continues_character(a[a.size() - end]))
        --end;
    a.remove_suffix(end);
    b.remove_suffix(end);
}

std::optional<std::size_t> utf8_distance(std::string_view a, std::string_view b, bool is_ascii,
                                         std::size_t max_edits) {
    if (is_ascii) {
        strip_common_ends(a, b);
        return band_distance(a, b, max_edits);
    }
    strip_common_characters(a, b);
    thread_local ByteCodes codes;
    if (codes.assign(a, b)) return band_distance(codes.a(), codes.b(), max_edits);
    return edit_distance(code_points(a), code_points(b), max_edits);
}

}  // namespace descry
