#include "tools/input/parsing/json_element.h"

#include <algorithm>

namespace descry {

namespace {

bool take_character(std::string_view& text, char wanted) {
    if (!text.starts_with(wanted)) return false;
    text.remove_prefix(1);
    skip_json_blanks(text);
    return true;
}

// Removes a string without its opening quote. False if it has no end.
bool take_string(std::string_view& text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            text.remove_prefix(at + 1);
            skip_json_blanks(text);
            return true;
        }
    }
    return false;
}

}  // namespace

bool JsonElement::read(std::string_view bytes) {
    while (at_ < bytes.size()) {
        if (in_string_) {
            read_string(bytes);
            continue;
        }
        switch (bytes[at_]) {
            case '"':
                in_string_ = true;
                break;
            case '{':
            case '[':
                ++depth_;
                break;
            case '}':
            case ']':
                // An extra brace belongs to the value, which is then rejected.
                if (depth_ == 0 && bytes[at_] == ']') return true;
                if (depth_ > 0) --depth_;
                if (depth_ == 0 && !in_array_) {
                    ++at_;
                    return true;
                }
                break;
            case ',':
                if (depth_ == 0 && in_array_) return true;
                break;
            default:
                break;
        }
        ++at_;
    }
    return false;
}

void JsonElement::read_string(std::string_view bytes) {
    if (escaped_) {
        escaped_ = false;
        ++at_;
        return;
    }
    while (at_ < bytes.size() && bytes[at_] != '"' && bytes[at_] != '\\')
        ++at_;
    if (at_ == bytes.size()) return;
    escaped_ = bytes[at_] == '\\';
    in_string_ = escaped_;
    ++at_;
}

void skip_json_blanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

bool begins_with_member(std::string_view text) {
    if (!take_character(text, '{')) return false;
    if (text.starts_with('}')) return true;
    if (!text.starts_with('"')) return false;
    text.remove_prefix(1);
    if (!take_string(text) || !take_character(text, ':')) return false;
    // Includes NaN and Infinity, which some programs write.
    constexpr std::string_view FIRST_OF_VALUES = "\"{[-0123456789tfnNI";
    return text.empty() || FIRST_OF_VALUES.find(text.front()) != std::string_view::npos;
}

bool begins_with_array_of_objects(std::string_view text) {
    return take_character(text, '[') && begins_with_member(text);
}

}  // namespace descry
