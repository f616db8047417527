#include "input/parsing/json_element.h"

namespace descry {

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
                // A brace too many belongs to the value, which is refused then.
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

}  // namespace descry
