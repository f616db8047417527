#include <array>
#include <cstddef>

#include <unicode/uchar.h>

#include <descry/analyzers/equal_texts.h>

#include "encodings/utf8_reading.h"
#include "icu_text.h"

namespace descry {

namespace {

constexpr bool is_white_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// What folded_text() writes of each byte of ASCII, and how many bytes that is.
struct AsciiFold {
    std::array<char, 128> folded{};
    std::array<unsigned char, 128> bytes{};
};

constexpr AsciiFold ASCII_FOLD = [] {
    AsciiFold fold;
    for (std::size_t c = 0; c < fold.folded.size(); ++c) {
        fold.folded[c] = to_lower(static_cast<char>(c));
        fold.bytes[c] = is_white_space(static_cast<char>(c)) ? 0 : 1;
    }
    return fold;
}();

void append_ascii(std::string_view ascii, std::string& folded) {
    std::size_t size = folded.size();
    folded.resize(size + ascii.size());
    for (const char c : ascii) {
        const auto byte = static_cast<unsigned char>(c);
        folded[size] = ASCII_FOLD.folded[byte];
        size += ASCII_FOLD.bytes[byte];
    }
    folded.resize(size);
}

void append_without_white_space(std::string_view text, std::string& folded) {
    for (std::size_t next = 0; next < text.size();) {
        const std::size_t begin = next;
        if (u_isUWhiteSpace(take_code_point(text, next)) == 0)
            folded += text.substr(begin, next - begin);
    }
}

}  // namespace

std::string folded_text(std::string_view utf8) {
    const icu::Normalizer2& fold = nfkc_casefold();
    std::string folded;
    folded.reserve(utf8.size());
    std::string stretch;
    for (std::size_t begin = 0; begin < utf8.size();) {
        std::size_t end = skip_ascii(utf8, begin);
        // A mark may follow the last one.
        if (end < utf8.size() && end > begin) --end;
        append_ascii(utf8.substr(begin, end - begin), folded);
        if (end == utf8.size()) break;
        begin = end;
        end = stretch_end(&fold, utf8, begin);
        normalise(fold, utf8.substr(begin, end - begin), stretch);
        append_without_white_space(stretch, folded);
        begin = end;
    }
    return folded;
}

bool equal_texts(std::string_view a, std::string_view b) {
    return a == b || folded_text(a) == folded_text(b);
}

}  // namespace descry
