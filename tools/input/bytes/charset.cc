#include "tools/input/bytes/charset.h"

#include <algorithm>

#include <strings.h>

#include <descry/analyzers/encoding.h>

namespace descry {

bool begins_in_any_case(std::string_view text, std::string_view part) {
    return text.size() >= part.size() && ::strncasecmp(text.data(), part.data(), part.size()) == 0;
}

bool ends_in_any_case(std::string_view text, std::string_view part) {
    return text.size() >= part.size() &&
           begins_in_any_case(text.substr(text.size() - part.size()), part);
}

bool equal_in_any_case(std::string_view text, std::string_view part) {
    return text.size() == part.size() && begins_in_any_case(text, part);
}

bool has_control_characters(std::string_view text) {
    return std::ranges::any_of(text, [](char c) {
        return static_cast<unsigned char>(c) < ' ' &&
               std::string_view("\t\n\r\f\x1b").find(c) == std::string_view::npos;
    });
}

bool has_utf16_mark(std::string_view bytes) {
    return bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff");
}

void decode_utf16(std::string& bytes) {
    if (has_utf16_mark(bytes)) TextEncoding::marked(bytes)->decode(bytes);
}

}  // namespace descry
