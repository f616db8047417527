#include "engine/edits/byte_codes.h"

#include <cstring>

#include "engine/edits/utf8_characters.h"

namespace descry {

namespace {

constexpr std::size_t CODE_PAGE = 256;
constexpr std::size_t CODE_PAGES = 0x110000 / CODE_PAGE;
constexpr std::size_t ASCII_CODES = 128;
// The last byte is not a code.
constexpr std::size_t MOST_BEYOND_ASCII = 127;

bool all_ascii(const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof(word));
    return (word & 0x8080808080808080) == 0;
}

}  // namespace

ByteCodes::ByteCodes() : page_of_(CODE_PAGES), codes_(CODE_PAGE) {}

std::uint8_t& ByteCodes::code_of(char32_t character) {
    std::uint16_t& page = page_of_[character / CODE_PAGE];
    if (page == 0) {
        page = static_cast<std::uint16_t>(codes_.size() / CODE_PAGE);
        codes_.resize(codes_.size() + CODE_PAGE);
    }
    return codes_[page * CODE_PAGE + character % CODE_PAGE];
}

bool ByteCodes::encode(std::string_view utf8, std::string& out) {
    out.resize(utf8.size());
    std::size_t size = 0;
    for (std::size_t i = 0; i < utf8.size();) {
        if (i + 8 <= utf8.size() && all_ascii(utf8.data() + i)) {
            std::memcpy(out.data() + size, utf8.data() + i, 8);
            i += 8;
            size += 8;
            continue;
        }
        const char32_t character = next_character(utf8, i);
        if (character < ASCII_CODES) {
            out[size++] = static_cast<char>(character);
            continue;
        }
        std::uint8_t& code = code_of(character);
        if (code == 0) {
            if (numbered_.size() == MOST_BEYOND_ASCII) return false;
            code = static_cast<std::uint8_t>(ASCII_CODES + numbered_.size());
            numbered_.push_back(character);
        }
        out[size++] = static_cast<char>(code);
    }
    out.resize(size);
    return true;
}

bool ByteCodes::assign(std::string_view a, std::string_view b) {
    for (const char32_t character : numbered_)
        code_of(character) = 0;
    numbered_.clear();
    return encode(a, a_) && encode(b, b_);
}

}  // namespace descry
