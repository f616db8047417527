#include "engine/texts/word_places.h"

#include <algorithm>

namespace descry {

namespace {

bool begins_character(std::string_view text, std::size_t place) {
    return place == text.size() || (static_cast<unsigned char>(text[place]) & 0xc0) != 0x80;
}

// The longest beginning of a text that has at most so many words.
std::size_t end_of_words(WordAnalyzer& analyzer, std::string_view text, std::uint32_t most) {
    std::size_t fits = 0;
    std::size_t longer = text.size() + 1;
    while (longer - fits > 1) {
        std::size_t middle = fits + (longer - fits) / 2;
        while (!begins_character(text, middle))
            --middle;
        if (middle == fits) {
            middle = fits + (longer - fits) / 2;
            while (!begins_character(text, middle))
                ++middle;
            if (middle >= longer) break;
        }
        std::uint32_t words = 0;
        analyzer.analyze(text.substr(0, middle), [&words](std::string_view) { ++words; });
        (words <= most ? fits : longer) = middle;
    }
    return fits;
}

}  // namespace

std::pair<std::size_t, std::size_t> places_of_words(WordAnalyzer& analyzer, std::string_view text,
                                                    std::uint32_t begin, std::uint32_t end) {
    constexpr std::string_view BLANKS = " \t\r\n";
    const std::size_t first = end_of_words(analyzer, text, begin);
    const std::size_t behind = end_of_words(analyzer, text, end);
    const std::size_t last = text.substr(0, behind).find_last_not_of(BLANKS);
    return {first, last == std::string_view::npos ? behind : std::max(first, last + 1)};
}

}  // namespace descry
